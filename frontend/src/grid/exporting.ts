import type { RowFilter } from "../api/types.ts";
import type { Selection } from "./selection.ts";

/** To the exports, with the rows that were chosen one by one, or else with the filter and what was taken out of it.

 * `file` is what was chosen of the file itself.
 */
export function exportAddress(
  workflow: string,
  filter: RowFilter,
  selection: Selection,
  file: Readonly<Record<string, string>> = {},
): string {
  const parts = new URLSearchParams({ workflow, ...file });
  if (selection.kind === "ids" && selection.ids.size > 0) parts.set("ids", [...selection.ids].join());
  else {
    for (const state of filter.states) parts.append("status", state);
    if (filter.search) parts.set("q", filter.search);
    if (filter.origin) parts.set("origin", filter.origin);
    if (selection.kind === "all" && selection.except.size > 0) parts.set("except", [...selection.except].join());
  }
  return `/exports?${parts}`;
}

const MOST_MERGED = 50;

/** The screen that merges contacts, with some that were chosen one by one. */
export function mergeAddress({ table }: { table: string }, selection: Selection): string | null {
  if (table !== "contacts" || selection.kind !== "ids") return null;
  const ids = [...selection.ids];
  if (ids.length < 2 || ids.length > MOST_MERGED) return null;
  return `/duplicates?of=contacts${ids.map((id) => `&contact=${id}`).join("")}`;
}
