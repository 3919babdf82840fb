import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import { isUnderWay, stagesOf } from "./stages.ts";

const SOON = 2_000;
const LATER = 10_000;

/** The stages of one search, looked at again while anything moves. */
export function useProgress(origin: string) {
  const { workflows } = useMeta();
  const query = useQuery({
    queryKey: ["progress", origin],
    queryFn: ({ signal }) => get("/origins/progress", { origin }, signal),
    staleTime: 1_000,
    refetchInterval: ({ state }) => (isUnderWay(stagesOf(workflows, state.data)) ? SOON : LATER),
  });
  return { ...query, stages: stagesOf(workflows, query.data) };
}
