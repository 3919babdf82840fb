// How much there is to decide, to wait for and to mend; each number leads to its rows.

import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import type { Overview, State, WorkflowOverview } from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";
import { compact, number } from "../text/numbers.ts";
import { StateMark } from "../ui/State.tsx";
import { firstTabWith, stageLink } from "./tabs.ts";

type CardState = Exclude<State, "Skipped">;

const WORDS: Record<CardState, (overview: Overview) => string> = {
  New: () => "waiting for a decision",
  Queued: () => "in queues",
  Processing: () => "being worked on",
  Complete: ({ finished_last_hour }) =>
    finished_last_hour ? `+${compact(finished_last_hour)} in the last hour` : "done",
  Error: ({ errors_last_hour }) =>
    errors_last_hour ? `+${compact(errors_last_hour)} in the last hour` : "need attention",
};

export function Cards({ overview }: { overview: Overview }) {
  const { workflows } = useMeta();
  const tabs = workflows.filter((each) => !each.background_only);
  return (
    <ul className="cards" aria-label="Rows by state">
      {keysOf(WORDS).map((state) => {
        const tab = firstTabWith(state, tabs, overview.workflows);
        const count = sumOf(state, overview.workflows);
        return (
          <li key={state}>
            <Link href={state === "Error" || !tab ? "/errors" : stageLink(tab, state)} className="card stat">
              <StateMark state={state} />
              <span className="stat-number">
                {count.isEstimate && <small>about </small>}
                {number(count.sum)}
              </span>
              <span className="quiet">{WORDS[state](overview)}</span>
              <span className="visually-hidden">
                {state === "Error"
                  ? "Open Errors"
                  : `Open ${tab?.title ?? ""}, ${number(tabCount(tab?.name, state, overview.workflows))} there`}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** From the stages, which the live stream keeps up to date. */
function sumOf(state: State, workflows: readonly WorkflowOverview[]): { sum: number; isEstimate: boolean } {
  return {
    sum: workflows.reduce((sum, each) => sum + each.counts[state], 0),
    isEstimate: workflows.some((each) => each.estimated.includes(state)),
  };
}

function tabCount(name: string | undefined, state: State, workflows: readonly WorkflowOverview[]): number {
  return workflows.find((each) => each.name === name)?.counts[state] ?? 0;
}
