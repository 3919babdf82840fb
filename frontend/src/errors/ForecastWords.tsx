import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";

interface ForecastProps {
  workflow: WorkflowMeta;
  rows: number;
  isNamed: boolean;
}

export function ForecastWords({ workflow, rows, isNamed }: ForecastProps) {
  const { data } = useQuery({
    queryKey: ["forecast", workflow.name, rows],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/forecast`, { rows }, signal),
  });
  return (
    <p className="quiet">
      {isNamed && `${workflow.title}: `}
      {data?.words ?? "Asking how long it will take…"} The attempts made so far stay in the history.
    </p>
  );
}
