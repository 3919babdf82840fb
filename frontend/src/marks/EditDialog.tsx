// Tags, a note or a value for many rows: what would change is seen before it does.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ColumnMeta, WorkflowMeta } from "../api/types.ts";
import { chosenCount, type Selection } from "../grid/selection.ts";
import { plural } from "../text/numbers.ts";
import { inWords } from "../text/trouble.ts";
import { useSettled } from "../text/useSettled.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { type Draft, NOTHING_WANTED, wantedOf } from "./draft.ts";
import { EditPreview } from "./EditPreview.tsx";
import { editRows, previewOf } from "./editRows.ts";
import { Wishes } from "./Wishes.tsx";
import "./marks.css";

interface EditProps {
  workflow: WorkflowMeta;
  selection: Selection;
  matching: number | null;
  onDone: () => void;
  onClose: () => void;
}

export function EditDialog({ workflow, selection, matching, onDone, onClose }: EditProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(NOTHING_WANTED);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const columns = workflow.columns.filter(({ is_editable }) => is_editable);
  const wanted = wantedOf(draft, columns);
  const preview = usePreview(workflow, selection, draft, columns);
  const count = chosenCount(selection, matching);
  const send = async () => {
    if (!wanted || !preview.data) return;
    setBusy(true);
    try {
      await editRows(client, workflow, selection, wanted, preview.data.matching_count);
      onDone();
    } catch (error) {
      setTrouble(inWords(error));
      setBusy(false);
      void preview.refetch();
    }
  };
  return (
    <Dialog title={`Tag or edit ${count === null ? "every row that matches" : plural(count, "row")}`} onClose={onClose}>
      <form
        className="edit-rows"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Wishes
          draft={draft}
          columns={columns}
          table={workflow.table}
          onChange={(change) => {
            setTrouble(null);
            setDraft({ ...draft, ...change });
          }}
        />
        {wanted && <EditPreview answer={preview.data} error={preview.error} columns={columns} />}
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
            type="submit"
            className="button primary"
            disabled={isBusy || !wanted || !preview.isOfNow || preview.data?.changed_count === 0}
          >
            {wanted && preview.isOfNow && preview.data
              ? `Change ${plural(preview.data.changed_count, "row")}`
              : "Change"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Asked once the typing rests; what it says is about the rows as they are now. */
function usePreview(workflow: WorkflowMeta, selection: Selection, draft: Draft, columns: readonly ColumnMeta[]) {
  const settled = useSettled(draft, 400);
  const wanted = wantedOf(settled, columns);
  const query = useQuery({
    queryKey: ["edit", workflow.name, wanted, selection.kind === "ids" ? [...selection.ids] : selection.filter],
    queryFn: () => (wanted ? previewOf(workflow, selection, wanted) : null),
    enabled: wanted !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    placeholderData: undefined,
  });
  return { ...query, isOfNow: settled === draft && query.data != null };
}
