// Every stage as a line of numbers, with its switch.
import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import type { Overview, State, WorkflowMeta, WorkflowOverview } from "../api/types.ts";
import { number, percent } from "../text/numbers.ts";
import { span } from "../text/time.ts";
import { useGo } from "../text/url.ts";
import { PauseSwitch } from "../ui/PauseSwitch.tsx";
import { rate } from "./measures.ts";
import { stageLink } from "./tabs.ts";
import { Until } from "./Until.tsx";

const HEADS = ["New", "Queued", "Oldest waiting", "Processing", "Errors 1 h", "Per minute", "Empty in", "Next look"];

export function Queues({ overview }: { overview: Overview }) {
  const { workflows } = useMeta();
  return (
    <section className="card queues" aria-labelledby="queues-title">
      <header className="card-head">
        <h2 id="queues-title">Queues</h2>
      </header>
      <div className="wide-scroll" tabIndex={0} role="group" aria-label="Queues, as a table">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Workflow</th>
              {HEADS.map((head) => (
                <th key={head} scope="col" className="number">
                  {head}
                </th>
              ))}
              <th scope="col">Runs</th>
            </tr>
          </thead>
          <tbody>
            {overview.workflows.map((facts) => {
              const workflow = workflows.find(({ name }) => name === facts.name);
              return workflow ? <QueueRow key={facts.name} facts={facts} workflow={workflow} /> : null;
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function QueueRow({ facts, workflow }: { facts: WorkflowOverview; workflow: WorkflowMeta }) {
  const go = useGo();
  const cell = (state: State) => <Count state={state} facts={facts} workflow={workflow} />;
  return (
    <tr
      className="row-opens"
      onClick={(event) =>
        event.target instanceof Element && !event.target.closest("a, button") && go(stageLink(workflow))
      }
    >
      <th scope="row">
        <Link href={stageLink(workflow)}>{facts.title}</Link>
      </th>
      <td className="number">{cell("New")}</td>
      <td className="number">{cell("Queued")}</td>
      <td className="number">{facts.oldest_waiting_seconds === null ? "—" : span(facts.oldest_waiting_seconds)}</td>
      <td className="number">{cell("Processing")}</td>
      <td className={facts.too_many_errors ? "number problem" : "number"}>
        {number(facts.errors_last_hour)}
        {facts.too_many_errors && facts.error_rate !== null ? ` (${percent(facts.error_rate)})` : ""}
      </td>
      <td className="number">{rate(facts.per_minute)}</td>
      <td className="number">{drained(facts)}</td>
      <td className="number">{facts.paused ? "—" : <Until at={facts.next_tick_at} />}</td>
      <td>
        <PauseSwitch workflow={facts} />
      </td>
    </tr>
  );
}

function Count({ state, facts, workflow }: { state: State; facts: WorkflowOverview; workflow: WorkflowMeta }) {
  const count = facts.counts[state];
  if (count === 0 || workflow.background_only)
    return <span className={count ? undefined : "quiet"}>{number(count)}</span>;
  const words = facts.estimated.includes(state) ? `about ${number(count)}` : number(count);
  return (
    <Link href={stageLink(workflow, state)} className="count-link" aria-label={`${words} ${state} in ${facts.title}`}>
      {words}
    </Link>
  );
}

function drained({ counts, paused, drained_in_seconds }: WorkflowOverview): string {
  if (counts.Queued === 0) return "—";
  if (paused) return "paused";
  return drained_in_seconds === null ? "not known yet" : span(drained_in_seconds);
}
