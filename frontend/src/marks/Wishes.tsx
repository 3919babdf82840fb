// What is wanted of the rows, as a person fills it in.
import { useId } from "react";
import type { ColumnMeta } from "../api/types.ts";
import type { Draft } from "./draft.ts";
import { tagNames, useTags } from "./useTags.ts";

interface WishesProps {
  draft: Draft;
  columns: readonly ColumnMeta[];
  table: string;
  onChange: (change: Partial<Draft>) => void;
}

export function Wishes({ draft, columns, table, onChange }: WishesProps) {
  const id = useId();
  const names = tagNames(useTags(table));
  const column = columns.find(({ name }) => name === draft.field);
  return (
    <>
      <label>
        Add to lists (tags)
        <input
          value={draft.add}
          list={`${id}-tags`}
          placeholder="berlin, call back"
          aria-describedby={`${id}-help`}
          onChange={(event) => onChange({ add: event.target.value })}
        />
      </label>
      <p id={`${id}-help`} className="quiet edit-help">
        A tag is a list that rows of any stage can be on. Find it again with <code>tag:berlin</code>, in exports and in
        rules too.
      </p>
      <label>
        Take off lists
        <input
          value={draft.remove}
          list={`${id}-tags`}
          onChange={(event) => onChange({ remove: event.target.value })}
        />
      </label>
      <datalist id={`${id}-tags`}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {columns.length > 0 && (
        <div className="edit-field">
          <label>
            Correct
            <select value={draft.field} onChange={(event) => onChange({ field: event.target.value, value: "" })}>
              <option value="">No field</option>
              {columns.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          {column && <ValueField column={column} value={draft.value} onChange={(value) => onChange({ value })} />}
        </div>
      )}
      <label>
        Note
        <textarea
          rows={2}
          value={draft.note}
          placeholder="Takes the place of the note that is there"
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </label>
    </>
  );
}

function ValueField({
  column,
  value,
  onChange,
}: {
  column: ColumnMeta;
  value: string;
  onChange: (value: string) => void;
}) {
  if (column.kind === "boolean")
    return (
      <label>
        {column.label} becomes
        <select value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="false">No</option>
          <option value="true">Yes</option>
        </select>
      </label>
    );
  return (
    <label>
      {column.label} becomes
      <input
        value={value}
        placeholder="Empty: the value is taken away"
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
