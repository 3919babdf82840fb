// How many rows a file would have, told before it is made.
import { useQuery } from "@tanstack/react-query";
import { get, post } from "../api/client.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { plural, total } from "../text/numbers.ts";
import type { Chosen } from "./draft.ts";

export const MOST_ROWS = 100_000_000;

/** How many there are of which each business has its best. */
export function useBestCount(draft: (Chosen & { workflow: string }) | null, most: number | null): string | null {
  const { data, error } = useQuery({
    queryKey: ["export-count", draft],
    queryFn: ({ signal }) =>
      draft
        ? post("/exports/jobs/count", { format: "csv", ...draft, one_per_business: true }, { signal })
        : Promise.reject(new Error("nothing is chosen")),
    enabled: draft !== null,
    retry: false,
    // A number of other rows is none of these.
    placeholderData: undefined,
    // What takes too long, or fails, is not asked again.
    refetchInterval: ({ state }) => (state.error || state.data?.rows === null ? false : 10_000),
  });
  if (error || data?.rows === null) return "the best of each business";
  return data ? `${plural(Math.min(data.rows, most ?? data.rows), "contact")}, one per business` : null;
}

/** How many rows there will be, in words; the list knows it without any being sent. */
export function useCount(
  workflow: WorkflowMeta,
  { status, search, origin, ids, exclude_ids }: Chosen,
  most: number | null,
): string | null {
  const params = { status_filter: status, search, origin, size: 1 };
  const { data, error } = useQuery({
    queryKey: ["list", workflow.name, params],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/list`, params, signal),
    enabled: ids === null,
    // Rows come and go while the columns are chosen; the button says how many there are now.
    refetchInterval: 10_000,
  });
  const atMost = (rows: number) => Math.min(rows, most ?? rows);
  if (ids !== null) return plural(atMost(ids.length), "row");
  if (error) return "what matches";
  if (!data || data.total === null) return null;
  const all = Math.max(0, data.total - exclude_ids.length);
  const rows = atMost(all);
  return `${total(rows, data.total_is_estimate && rows === all)} ${rows === 1 ? "row" : "rows"}`;
}
