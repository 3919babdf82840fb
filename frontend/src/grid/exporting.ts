import type { RowFilter } from "../api/types.ts";
import type { Selection } from "./selection.ts";

/** To the exports, with the rows that were chosen one by one, or else with the filter and what was taken out of it. */
export function exportAddress(workflow: string, filter: RowFilter, selection: Selection): string {
  const parts = new URLSearchParams({ workflow });
  if (selection.kind === "ids" && selection.ids.size > 0) parts.set("ids", [...selection.ids].join());
  else {
    for (const state of filter.states) parts.append("status", state);
    if (filter.search) parts.set("q", filter.search);
    if (filter.origin) parts.set("origin", filter.origin);
    if (selection.kind === "all" && selection.except.size > 0) parts.set("except", [...selection.except].join());
  }
  return `/exports?${parts}`;
}
