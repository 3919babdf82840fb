// Skipping all of a domain at once, after its rows were counted.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/client.ts";
import { countMatching, decideMatching } from "../api/decide.ts";
import type { RowFilter, WorkflowMeta } from "../api/types.ts";
import { hostOf } from "../detail/rows.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Dialog } from "../ui/Dialog.tsx";
import type { Session, Step } from "./session.ts";

interface DomainProps {
  workflow: WorkflowMeta;
  filter: RowFilter;
  host: string;
  session: Session;
  take: (taken: Step) => void;
  onClose: () => void;
}

export function DomainDialog({ workflow, filter, host, session, take, onClose }: DomainProps) {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const all: RowFilter = { states: filter.states, search: `host:${host}`, origin: null };
  const count = useQuery({
    queryKey: ["row", workflow.name, host, "domain-count"],
    queryFn: () => countMatching(workflow, all, []),
    staleTime: 0,
    placeholderData: undefined,
  });
  const matching = count.data?.matching_count ?? null;
  const skip = async (expected: number) => {
    setBusy(true);
    try {
      await decideMatching(client, workflow, "Skipped", { filter: all, exclude: [], expected });
      const ids = session.items
        .filter((row) => hostOf(workflow, row) === host && !session.decided.has(row.id))
        .map(({ id }) => id);
      take({ kind: "decide-many", ids, status: "Skipped" });
      onClose();
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
      setBusy(false);
      if (error instanceof ApiError && error.status === 409) void count.refetch();
    }
  };
  return (
    <Dialog title="Skip the whole domain?" onClose={onClose}>
      <p>
        Every row of <b className="foreign">{shown(host, 200)}</b>
        {filter.states.length > 0 && ` that is ${filter.states.join(" or ")}`} becomes Skipped.
      </p>
      {count.error && <p className="problem">{count.error.message}</p>}
      {matching === null && !count.error && (
        <p className="quiet" role="status">
          Counting…
        </p>
      )}
      {trouble && (
        <p className="problem" role="alert">
          {trouble}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button
          key={matching}
          type="button"
          className="button primary"
          autoFocus
          disabled={!matching || busy}
          onClick={() => matching && void skip(matching)}
        >
          {matching === null ? "Skip" : `Skip ${plural(matching, "row")}`}
        </button>
      </div>
    </Dialog>
  );
}
