// Deleting takes what hangs on the row with it; the count is shown first and must still be true.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, remove } from "../api/client.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/Toasts.tsx";
import { type RowDetail, titleOf } from "./rows.ts";

interface DeleteProps {
  workflow: WorkflowMeta;
  row: RowDetail;
  onClose: () => void;
  onGone: () => void;
}

export function DeleteDialog({ workflow, row, onClose, onGone }: DeleteProps) {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const count = useQuery({
    queryKey: ["row", workflow.name, row.id, "removal"],
    queryFn: () => remove(`${pathOf(workflow)}/${row.id}`, { dry_run: true }),
    staleTime: 0,
    placeholderData: undefined,
  });
  const carryOut = async (expected: number) => {
    setBusy(true);
    try {
      const { message } = await remove(`${pathOf(workflow)}/${row.id}`, { expected });
      toast(message);
      onClose();
      onGone();
      for (const key of ["list", "facets", "overview"]) void client.invalidateQueries({ queryKey: [key] });
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
      setBusy(false);
      if (error instanceof ApiError && error.status === 409) void count.refetch();
    }
  };
  const others = Object.entries(count.data?.counts ?? {})
    .map(([table, rows]) => [table, table === workflow.table ? rows - 1 : rows] as const)
    .filter(([, rows]) => rows > 0);
  return (
    <Dialog title="Delete this row?" onClose={onClose}>
      <p>
        <b className="foreign">{shown(titleOf(workflow, row), 200)}</b> goes for good; this cannot be undone.
      </p>
      {!count.data && !count.error && (
        <p className="quiet" role="status">
          Counting what goes with it…
        </p>
      )}
      {count.error && <p className="problem">{count.error.message}</p>}
      {count.data &&
        (others.length === 0 ? (
          <p className="quiet">Nothing else goes with it.</p>
        ) : (
          <>
            <p>With it go {plural(count.data.total - 1, "more row")}:</p>
            <table className="table">
              <tbody>
                {others.map(([table, rows]) => (
                  <tr key={table}>
                    <td>{table.replaceAll("_", " ")}</td>
                    <td className="number">{number(rows)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        ))}
      {trouble && (
        <p className="problem" role="alert">
          {trouble}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose} autoFocus>
          Keep it
        </button>
        <button
          type="button"
          className="button danger"
          disabled={!count.data || busy}
          onClick={() => count.data && void carryOut(count.data.total)}
        >
          {count.data ? `Delete ${plural(count.data.total, "row")}` : "Delete"}
        </button>
      </div>
    </Dialog>
  );
}
