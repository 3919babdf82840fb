import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { ColumnMeta, WorkflowMeta } from "../api/types.ts";
import { holdUnsaved } from "../api/unsaved.ts";
import { choose, NOTHING } from "../grid/selection.ts";
import { editRows } from "../marks/editRows.ts";
import { useRefusal } from "../shell/refusal.ts";
import { typed } from "./edits.ts";

interface EditProps {
  workflow: WorkflowMeta;
  id: string;
  column: ColumnMeta;
  value: unknown;
  onDone: () => void;
}

/** Ready to be written over when it appears, and as it was left when somebody comes back to it. */
const select = (input: HTMLInputElement | null) => input?.select();

/** A corrected value is a person's from then on. */
export function EditValue({ workflow, id, column, value, onDone }: EditProps) {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const before = value === null || value === undefined ? "" : String(value);
  const [text, setText] = useState(before);
  const [trouble, setTrouble] = useState<string | null>(null);
  const save = async (): Promise<boolean> => {
    const wanted = column.kind === "boolean" ? text === "true" : typed(text, column.kind);
    try {
      await editRows(client, workflow, choose(NOTHING, [id], true), {
        add_tags: [],
        remove_tags: [],
        values: { [column.name]: wanted },
      });
      onDone();
      return true;
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const newest = useRef(save);
  newest.current = save;
  const isChanged = text !== before && refusal === null;
  useEffect(() => (isChanged ? holdUnsaved(id, () => newest.current()) : undefined), [isChanged, id]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onDone();
    }
  };
  return (
    <form className="edit" onSubmit={submit} onKeyDown={onKeyDown}>
      {column.kind === "boolean" ? (
        <select aria-label={column.label} value={text} autoFocus onChange={(event) => setText(event.target.value)}>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      ) : (
        <input
          aria-label={column.label}
          value={text}
          autoFocus
          ref={select}
          onChange={(event) => setText(event.target.value)}
        />
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
