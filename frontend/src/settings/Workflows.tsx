// How each workflow runs. A change holds at once in every process, is logged, and can be taken back in the History.

import { queryOptions, useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { Loading } from "../ui/Answer.tsx";
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
      {workflows[0] && <Meanings workflow={workflows[0]} />}
      {workflows.map((workflow) => (
        <WorkflowCard key={workflow.name} workflow={workflow} />
      ))}
    </div>
  );
}

const settingsQuery = ({ name }: WorkflowMeta) =>
  queryOptions({
    queryKey: ["settings", name],
    queryFn: ({ signal }) => get(`/workflows/${name}/settings`, {}, signal),
  });

/** Every workflow has the same fields: what they mean is told once, and on each of them when the pointer rests there. */
function Meanings({ workflow }: { workflow: WorkflowMeta }) {
  const { data } = useQuery(settingsQuery(workflow));
  if (!data) return null;
  return (
    <details className="card">
      <summary>What these settings mean</summary>
      <dl className="settings-help">
        {data.fields.map(({ name, label, help }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function WorkflowCard({ workflow }: { workflow: WorkflowMeta }) {
  const { data, error, failureReason, refetch } = useQuery(settingsQuery(workflow));
  return (
    <section className="card" aria-labelledby={`settings-${workflow.name}`}>
      <div className="settings-head">
        <h2 id={`settings-${workflow.name}`}>{workflow.title}</h2>
        <PauseSwitch workflow={workflow} />
      </div>
      {!data && !error && <Loading what="its settings" reason={failureReason} />}
      {error && <Notice title={error.message} action={{ label: "Try again", run: () => void refetch() }} />}
      {data && <SettingsForm key={data.fields.map(({ value }) => value).join()} workflow={workflow} settings={data} />}
    </section>
  );
}
