// The views that every workflow has, and what tells one view from another.
import type { Density, Layout, State, ViewContent } from "../api/types.ts";
import type { Filtering } from "./address.ts";

export interface BuiltIn {
  id: string;
  name: string;
  hint: string;
  status: State[];
}

export const BUILT_IN: readonly BuiltIn[] = [
  { id: "decide", name: "To decide", hint: "New rows, waiting for a decision", status: ["New"] },
  { id: "attention", name: "Needs attention", hint: "Rows that failed", status: ["Error"] },
  { id: "flight", name: "In flight", hint: "Queued or being worked on", status: ["Queued", "Processing"] },
  { id: "everything", name: "Everything", hint: "Every row", status: [] },
];

const key = (status: readonly State[]): string => [...status].sort().join();

/** A list or search is chosen beside the views, and goes with all of them. */
export const isAt = (builtIn: BuiltIn, { status, search }: Filtering): boolean =>
  key(builtIn.status) === key(status) && search.trim() === "";

export function contentOf(
  { status, search, sort, origin }: Filtering,
  { columns, frozen, density }: Layout,
): ViewContent {
  return { status, search: search.trim(), sort, origin, columns: columns.length ? columns : null, frozen, density };
}

export function isChanged(content: ViewContent, { status, search, sort, origin }: Filtering): boolean {
  return (
    key(content.status) !== key(status) ||
    content.search !== search.trim() ||
    content.sort !== sort ||
    content.origin !== origin
  );
}

export function layoutOf(
  { columns, frozen, density }: { columns: ViewContent["columns"]; frozen: number; density: Density },
  size: number,
): Layout {
  return { columns: columns ?? [], frozen, density, size };
}
