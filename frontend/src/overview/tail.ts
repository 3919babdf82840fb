// What changed last, newest first: one line per row, so that a row that goes on moves up instead of filling the list.
import type { LiveRow, RowsEvent } from "../api/types.ts";

export interface TailLine extends LiveRow {
  workflow: string;
}

export function withRows(tail: readonly TailLine[], { workflow, rows }: RowsEvent, most: number): TailLine[] {
  const fresh = rows
    .toSorted((one, other) => other.updated_at.localeCompare(one.updated_at))
    .map((row) => ({ ...row, workflow }));
  const changed = new Set(fresh.map(keyOf));
  return [...fresh, ...tail.filter((line) => !changed.has(keyOf(line)))].slice(0, most);
}

export const keyOf = ({ workflow, id }: Pick<TailLine, "workflow" | "id">): string => `${workflow} ${id}`;
