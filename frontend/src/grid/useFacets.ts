import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useOverview } from "../api/queries.ts";
import type { Facets, RowFilter, State, WorkflowMeta } from "../api/types.ts";

export function useFacets(workflow: WorkflowMeta, { states, search, origin }: RowFilter, enabled: boolean) {
  const parameters = { status_filter: states, search, origin };
  return useQuery({
    queryKey: ["facets", workflow.name, parameters],
    queryFn: ({ signal }) => get<Facets>(`${workflow.path}/facets`, parameters, signal),
    enabled,
  });
}

/** Rows in each state for the present search. Without one, the overview has them already and keeps them live. */
export function useStateCounts(workflow: WorkflowMeta, filter: RowFilter): Partial<Record<State, number>> | undefined {
  const isNarrowed = filter.search !== "" || filter.origin !== null;
  const facets = useFacets(workflow, filter, isNarrowed);
  const overview = useOverview().data?.workflows.find(({ name }) => name === workflow.name);
  return isNarrowed ? facets.data?.states : overview?.counts;
}
