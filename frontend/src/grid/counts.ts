// One number for chips, foot and selection: what was counted last, by the stream or by a list, is what all of them say.
import type { QueryClient } from "@tanstack/react-query";
import type { Facets, Overview, Page, RowFilter, State } from "../api/types.ts";
import { STATES } from "../ui/State.tsx";

export type StateCounts = Readonly<Partial<Record<State, number>>>;

/** Words, tokens and origins are counted by the facets; states alone by the overview. */
export const isNarrowed = ({ search, origin }: RowFilter): boolean => search !== "" || origin !== null;

export const facetParameters = ({ states, search, origin }: RowFilter) => ({ status_filter: states, search, origin });

export function matchingIn(counts: StateCounts, states: readonly State[]): number {
  return (states.length > 0 ? states : STATES).reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

/** The counts once so many rows of each state are in another. */
export function moved<Counts extends StateCounts>(counts: Counts, from: StateCounts, to: State): Counts {
  const all = matchingIn(from, []);
  const after = STATES.map((state) => [
    state,
    Math.max(0, (counts[state] ?? 0) - (from[state] ?? 0) + (state === to ? all : 0)),
  ]);
  return { ...counts, ...Object.fromEntries(after) };
}

const OLD = 8_000;

/** What a list has just counted is newer than what the chips say. Of several states together nobody knows which changed, so that old counts are asked for anew. */
export function agree(
  client: QueryClient,
  workflow: string,
  filter: RowFilter,
  { total, total_is_estimate }: Pick<Page, "total" | "total_is_estimate">,
): void {
  if (total === null || total_is_estimate) return;
  const queryKey = isNarrowed(filter) ? ["facets", workflow, facetParameters(filter)] : ["overview"];
  const [state, ...others] = filter.states;
  if (state === undefined || others.length > 0) {
    void client.invalidateQueries({
      queryKey,
      exact: true,
      predicate: ({ state: { dataUpdatedAt } }) =>
        Date.now() - dataUpdatedAt > OLD && countedBefore(client, workflow, filter) !== total,
    });
  } else if (isNarrowed(filter)) {
    client.setQueryData<Facets>(
      queryKey,
      (facets) => facets && { ...facets, states: { ...facets.states, [state]: total } },
    );
  } else {
    client.setQueryData<Overview>(
      queryKey,
      (overview) =>
        overview && {
          ...overview,
          workflows: overview.workflows.map((each) =>
            each.name === workflow ? { ...each, counts: { ...each.counts, [state]: total } } : each,
          ),
        },
    );
  }
}

function countedBefore(client: QueryClient, workflow: string, filter: RowFilter): number | undefined {
  const counts = isNarrowed(filter)
    ? client.getQueryData<Facets>(["facets", workflow, facetParameters(filter)])?.states
    : client.getQueryData<Overview>(["overview"])?.workflows.find(({ name }) => name === workflow)?.counts;
  return counts && matchingIn(counts, filter.states);
}

/** The page with the number that the chips say. */
export function counted<Shown extends Page>(page: Shown | undefined, matching: number | undefined): Shown | undefined {
  return page && matching !== undefined && matching !== page.total ? { ...page, total: matching } : page;
}

/** Values that the facets counted, to complete tokens with. */
export function seenValues(facets: Facets | undefined): Record<string, string[]> {
  return Object.fromEntries(
    (facets?.fields ?? []).map(({ name, values }) => [
      name,
      values.flatMap(({ value }) => (value === null ? [] : [String(value)])),
    ]),
  );
}
