// What a view keeps, and what tells one from another.
import type { Density, Layout, State, ViewContent } from "../api/types.ts";
import type { Filtering } from "./address.ts";

const key = (status: readonly State[]): string => [...status].sort().join();

export function contentOf(
  { status, search, sort, origin }: Filtering,
  { columns, frozen, density }: Layout,
  group: string | null,
): ViewContent {
  const kept = columns.length ? columns : null;
  return { status, search: search.trim(), sort, origin, group, columns: kept, frozen, density };
}

export function isChanged(
  content: ViewContent,
  { status, search, sort, origin }: Filtering,
  group: string | null,
): boolean {
  return (
    key(content.status) !== key(status) ||
    content.search !== search.trim() ||
    content.sort !== sort ||
    content.origin !== origin ||
    content.group !== group
  );
}

export function layoutOf(
  { columns, frozen, density }: { columns: ViewContent["columns"]; frozen: number; density: Density },
  size: number,
): Layout {
  return { columns: columns ?? [], frozen, density, size };
}
