import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { OriginProgress } from "../api/types.ts";
import { isUnderWay, type Stage } from "./stages.ts";

const SOON = 2_000;
const LATER = 10_000;

/** The stages of one search, looked at again while anything moves. */
export function useProgress(origin: string) {
  const { workflows } = useMeta();
  const stagesOf = (progress: OriginProgress | undefined): Stage[] =>
    workflows.flatMap((workflow) => {
      const states = progress?.stages.find((each) => each.workflow === workflow.name)?.states;
      return states && !workflow.background_only ? [{ workflow, states }] : [];
    });
  const query = useQuery({
    queryKey: ["progress", origin],
    queryFn: ({ signal }) => get("/origins/progress", { origin }, signal),
    staleTime: 1_000,
    refetchInterval: ({ state }) => (isUnderWay(stagesOf(state.data)) ? SOON : LATER),
  });
  return { ...query, stages: stagesOf(query.data) };
}
