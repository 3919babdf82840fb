import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import type { Ending, Run, State, WorkflowMeta } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { span } from "../text/time.ts";
import { Moment } from "../ui/Moment.tsx";
import { StateDot } from "../ui/State.tsx";
import { Part } from "./Part.tsx";
import { runsQuery } from "./rows.ts";

/** Every way an attempt can end; one that the server adds is an error here until it has its words. */
const ENDINGS: Record<Ending, { word: string; state: State }> = {
  complete: { word: "Complete", state: "Complete" },
  error: { word: "Error", state: "Error" },
  retry: { word: "To be tried again", state: "Queued" },
  deferred: { word: "For later", state: "Queued" },
  released: { word: "Given back", state: "New" },
  lost: { word: "Lost its worker", state: "Error" },
  stopped: { word: "Stopped", state: "Skipped" },
};

export function Runs({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const { data, error, refetch } = useQuery(runsQuery(workflow, id));
  return (
    <Part title="Runs" error={error} retry={() => void refetch()} isLoading={!data}>
      {data?.length === 0 ? (
        <p className="quiet">No worker has had this row: it waits, or it came with nothing left to do.</p>
      ) : (
        <ul className="runs">
          {data?.map((run) => (
            <RunLine key={run.id} run={run} workflow={workflow} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function RunLine({ run, workflow }: { run: Run; workflow: WorkflowMeta }) {
  const { workflows } = useMeta();
  const { word, state } = ENDINGS[run.ending];
  const other = run.workflow === workflow.name ? null : workflows.find(({ name }) => name === run.workflow);
  const took = (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000;
  return (
    <li>
      <span className={`state state-${state.toLowerCase()}`}>
        <StateDot state={state} />
        {word}
      </span>
      <span className="run-facts">
        {other && `${other.title} · `}Attempt {run.attempt} · {span(Math.max(0, took))}
        {run.produced > 0 && ` · ${plural(run.produced, "row")} made`}
        {run.worker && (
          <>
            {" "}
            ·{" "}
            <Link href={`/runs?workflow=${run.workflow}&run=${run.run}`} title="What the worker did in the same minute">
              all of this run
            </Link>
          </>
        )}
      </span>
      <span className="quiet">
        <Moment at={run.ended_at} />
      </span>
      {(run.message ?? run.outcome) && <p className="run-message foreign">{shown(run.message ?? run.outcome, 600)}</p>}
    </li>
  );
}
