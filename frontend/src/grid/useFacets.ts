import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { get } from "../api/client.ts";
import { useOverview } from "../api/queries.ts";
import type { RowFilter, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { facetParameters, isNarrowed, type StateCounts } from "./counts.ts";

export function useFacets(workflow: WorkflowMeta, filter: RowFilter, enabled: boolean) {
  const parameters = facetParameters(filter);
  return useQuery({
    queryKey: ["facets", workflow.name, parameters],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/facets`, parameters, signal),
    enabled,
  });
}

/** Rows in each state for the present search. Without one, the overview has them already and keeps them live. */
export function useStateCounts(workflow: WorkflowMeta, filter: RowFilter): StateCounts | undefined {
  const isByFacets = isNarrowed(filter);
  const facets = useFacets(workflow, filter, isByFacets);
  const overview = useOverview().data?.workflows.find(({ name }) => name === workflow.name);
  useCountedAgain(workflow, isByFacets ? JSON.stringify(overview?.counts) : undefined);
  if (!isByFacets) return overview?.counts;
  return facets.isPlaceholderData ? undefined : facets.data?.states;
}

/** The server keeps what it counted, and counting takes a while: what is older than this is in it. */
const COUNTED_MS = 1_000;

/** From when the counts are, at the earliest. */
export function useCountedAt(workflow: WorkflowMeta, filter: RowFilter): number {
  const { dataUpdatedAt } = useFacets(workflow, filter, isNarrowed(filter));
  const { data } = useOverview();
  return (isNarrowed(filter) ? dataUpdatedAt : Date.parse(data?.at ?? "") || 0) - COUNTED_MS;
}

/** How many of the Complete rows did not come to what was wanted. */
export function useFellShort(workflow: WorkflowMeta, filter: RowFilter): number {
  const facets = useFacets(workflow, filter, isNarrowed(filter));
  const overview = useOverview().data?.workflows.find(({ name }) => name === workflow.name);
  return (isNarrowed(filter) ? facets.data : overview)?.fell_short ?? 0;
}

const COUNT_AGAIN_AFTER = 8_000;

/** Rows that came or went in the workflow may be some that the search finds. */
function useCountedAgain(workflow: WorkflowMeta, counts: string | undefined): void {
  const client = useQueryClient();
  const last = useRef({ counts, at: 0 });
  useEffect(() => {
    if (last.current.counts === undefined || counts === undefined) last.current.counts = counts;
    if (counts === last.current.counts) return;
    const timer = setTimeout(
      () => {
        last.current = { counts, at: Date.now() };
        void client.invalidateQueries({ queryKey: ["facets", workflow.name] });
      },
      Math.max(0, last.current.at + COUNT_AGAIN_AFTER - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [client, workflow.name, counts]);
}
