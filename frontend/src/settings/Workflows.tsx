// How each workflow runs. A change holds at once in every process, is logged, and can be taken back in the History.

import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { Notice } from "../ui/Notice.tsx";
import { PauseSwitch } from "../ui/PauseSwitch.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

export function Workflows() {
  const { workflows, refused } = useMeta();
  return (
    <div className="settings-list">
      {refused.map(({ name, reason }) => (
        <section key={name} className="card problem" role="alert">
          <h2>{name} does not run</h2>
          <p>{reason}</p>
        </section>
      ))}
      {workflows.map((workflow) => (
        <WorkflowCard key={workflow.name} workflow={workflow} />
      ))}
    </div>
  );
}

function WorkflowCard({ workflow }: { workflow: WorkflowMeta }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["settings", workflow.name],
    queryFn: ({ signal }) => get(`/workflows/${workflow.name}/settings`, {}, signal),
  });
  return (
    <section className="card" aria-labelledby={`settings-${workflow.name}`}>
      <div className="settings-head">
        <h2 id={`settings-${workflow.name}`}>
          {workflow.title} <span className="code">{workflow.code}</span>
        </h2>
        <PauseSwitch workflow={workflow} />
      </div>
      {!data && !error && (
        <p className="quiet" aria-busy="true">
          Loading its settings…
        </p>
      )}
      {error && <Notice title={error.message} action={{ label: "Try again", run: () => void refetch() }} />}
      {data && <SettingsForm key={data.fields.map(({ value }) => value).join()} workflow={workflow} settings={data} />}
    </section>
  );
}
