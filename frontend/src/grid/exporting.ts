import type { Grid } from "./useGrid.ts";

/** Ids that travel in an address; more of them go by way of the browser's memory. */
const MOST_IN_ADDRESS = 20;
export const CHOSEN_KEY = "export-ids";

/** To the exports, with what is chosen or else with the filter. */
export function exportAddress({ workflow, filter, store }: Pick<Grid, "workflow" | "filter" | "store">): string {
  const { selection } = store.get();
  const parts = new URLSearchParams({ workflow: workflow.name });
  const ids = selection.kind === "ids" ? [...selection.ids] : [];
  if (ids.length > 0 && ids.length <= MOST_IN_ADDRESS) ids.forEach((id) => parts.append("id", id));
  else if (ids.length > 0) {
    sessionStorage.setItem(CHOSEN_KEY, JSON.stringify({ workflow: workflow.name, ids }));
    parts.set("chosen", String(ids.length));
  } else {
    filter.states.forEach((state) => parts.append("status", state));
    if (filter.search) parts.set("q", filter.search);
    if (filter.origin) parts.set("origin", filter.origin);
  }
  return `/exports?${parts}`;
}
