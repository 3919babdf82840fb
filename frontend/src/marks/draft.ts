// What a person wants of rows: tags, a note, a value of one field. Pure.
import type { ColumnMeta } from "../api/types.ts";
import { typed } from "../detail/edits.ts";

export interface Draft {
  add: string;
  remove: string;
  note: string;
  field: string;
  value: string;
}
export const NOTHING_WANTED: Draft = { add: "", remove: "", note: "", field: "", value: "" };

/** As the server takes it; null while nothing is wanted. */
export interface Wanted {
  add_tags: string[];
  remove_tags: string[];
  note?: string;
  values?: Record<string, string | number | boolean | null>;
}

/** Tags as they are typed, one after the other with commas between. */
export const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((each) => each.trim().replace(/\s+/g, " ").toLowerCase())
      .filter(Boolean),
  ),
];

export function wantedOf({ add, remove, note, field, value }: Draft, columns: readonly ColumnMeta[]): Wanted | null {
  const column = columns.find(({ name }) => name === field);
  const wanted: Wanted = {
    add_tags: tagsIn(add),
    remove_tags: tagsIn(remove),
    ...(note.trim() ? { note: note.trim() } : {}),
    ...(column
      ? { values: { [column.name]: column.kind === "boolean" ? value === "true" : typed(value, column.kind) } }
      : {}),
  };
  const isNothing =
    wanted.add_tags.length === 0 && wanted.remove_tags.length === 0 && !wanted.note && wanted.values === undefined;
  return isNothing ? null : wanted;
}
