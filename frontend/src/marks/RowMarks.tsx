// The tags and the note of one row, changed where they stand.
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Link } from "wouter";
import type { WorkflowMeta } from "../api/types.ts";
import { Part } from "../detail/Part.tsx";
import { choose, NOTHING } from "../grid/selection.ts";
import { tokenFor } from "../grid/tokens.ts";
import { useRefusal } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { linkTo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { problem } from "../ui/Toasts.tsx";
import { tagsIn, type Wanted } from "./draft.ts";
import { editRows } from "./editRows.ts";
import { tagNames, useTags } from "./useTags.ts";
import "./marks.css";

/** Notes that nobody saved yet, by row: another row may be looked at in between. */
const drafts = new Map<string, string>();

interface MarksProps {
  workflow: WorkflowMeta;
  row: { id: string; tags: readonly string[]; note: string | null };
}

export function RowMarks({ workflow, row }: MarksProps) {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const change = (wanted: Partial<Wanted>) =>
    editRows(client, workflow, choose(NOTHING, [row.id], true), {
      add_tags: [],
      remove_tags: [],
      ...wanted,
    }).then(
      () => {
        if (wanted.note !== undefined) drafts.delete(row.id);
      },
      (error: unknown) => void problem(inWords(error)),
    );
  return (
    <Part title="Lists and note">
      <ul className="tags" aria-label="Tags">
        {row.tags.map((tag) => (
          <li key={tag} className="tag">
            <Link
              href={linkTo(workflow.kebab, { q: tokenFor("tag", tag) })}
              className="foreign"
              title="Rows with this tag"
            >
              {shown(tag, 60)}
            </Link>
            {refusal === null && (
              <button
                type="button"
                aria-label={`Take off the list ${shown(tag, 60)}`}
                onClick={() => void change({ remove_tags: [tag] })}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
        {refusal === null && (
          <li>
            <NewTag table={workflow.table} onAdd={(tags) => void change({ add_tags: tags })} />
          </li>
        )}
      </ul>
      <NoteField
        key={`${row.id} ${row.note}`}
        id={row.id}
        note={row.note}
        isOff={refusal !== null}
        onSave={(note) => void change({ note })}
      />
    </Part>
  );
}

function NewTag({ table, onAdd }: { table: string; onAdd: (tags: string[]) => void }) {
  const id = useId();
  const names = tagNames(useTags(table));
  const [text, setText] = useState("");
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tags = tagsIn(text);
    setText("");
    if (tags.length > 0) onAdd(tags);
  };
  return (
    <form className="tag-new" onSubmit={add}>
      <input
        aria-label="Add to a list"
        placeholder="Add to a list…"
        list={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {text.trim() !== "" && (
        <button type="submit" className="button">
          Add
        </button>
      )}
    </form>
  );
}

interface NoteProps {
  id: string;
  note: string | null;
  isOff: boolean;
  onSave: (note: string) => void;
}

function NoteField({ id, note, isOff, onSave }: NoteProps) {
  const [text, setText] = useState(drafts.get(id) ?? note ?? "");
  const write = (written: string) => {
    setText(written);
    if (written === (note ?? "")) drafts.delete(id);
    else drafts.set(id, written);
  };
  const isChanged = text.trim() !== (note ?? "");
  if (isOff) return note ? <p className="foreign note-text">{shown(note, 4_000)}</p> : null;
  return (
    <form
      className="note"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <textarea
        aria-label="Note"
        placeholder="A note for yourself and the others…"
        rows={note || text ? 3 : 1}
        maxLength={4_000}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
      {isChanged && (
        <span className="note-actions">
          <button type="submit" className="button primary">
            Save the note
          </button>
          <button type="button" className="button" onClick={() => write(note ?? "")}>
            Cancel
          </button>
        </span>
      )}
    </form>
  );
}
