import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { patch } from "../api/client.ts";
import type { ColumnMeta, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { useRefusal } from "../shell/refusal.ts";
import { toast } from "../ui/Toasts.tsx";
import { typed } from "./edits.ts";
import { rowQuery } from "./rows.ts";

interface EditProps {
  workflow: WorkflowMeta;
  id: string;
  column: ColumnMeta;
  value: unknown;
  onDone: () => void;
}

/** A corrected value is a person's from then on. */
export function EditValue({ workflow, id, column, value, onDone }: EditProps) {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const [text, setText] = useState(value === null || value === undefined ? "" : String(value));
  const [trouble, setTrouble] = useState<string | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = column.kind === "boolean" ? text === "true" : typed(text, column.kind);
    try {
      const row = await patch(`${pathOf(workflow)}/${id}`, { [column.name]: wanted });
      client.setQueryData(rowQuery(workflow, id).queryKey, row);
      void client.invalidateQueries({ queryKey: ["row", workflow.name, id, "changes"] });
      void client.invalidateQueries({ queryKey: ["list", workflow.name] });
      toast(`${column.label} is corrected. Workers leave it alone from now on.`, { seconds: 5 });
      onDone();
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onDone();
    }
  };
  return (
    <form className="edit" onSubmit={(event) => void save(event)} onKeyDown={onKeyDown}>
      {column.kind === "boolean" ? (
        <select aria-label={column.label} value={text} autoFocus onChange={(event) => setText(event.target.value)}>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      ) : (
        <input aria-label={column.label} value={text} autoFocus onChange={(event) => setText(event.target.value)} />
      )}
      <button type="submit" className="button primary" disabled={refusal !== null} title={refusal ?? undefined}>
        Save
      </button>
      <button type="button" className="button" onClick={onDone}>
        Cancel
      </button>
      {trouble && (
        <p className="problem" role="alert">
          {trouble}
        </p>
      )}
    </form>
  );
}
