// What can be said of a stage of one search, and whose turn it is. Pure.
import type { OriginProgress, State, WorkflowMeta } from "../api/types.ts";
import { originFor } from "../grid/following.ts";
import { number, plural } from "../text/numbers.ts";

export interface Stage {
  workflow: WorkflowMeta;
  states: Readonly<Record<State, number>>;
}
/** Whom a stage waits for. */
export type Turn = "person" | "worker" | "nobody" | "before";

const workOf = ({ states }: Stage): number => states.Queued + states.Processing;
export const countOf = ({ states }: Stage): number => Object.values(states).reduce((sum, count) => sum + count, 0);

export function turnOf(stage: Stage): Turn {
  if (stage.states.New > 0) return "person";
  if (workOf(stage) > 0) return "worker";
  return countOf(stage) > 0 ? "nobody" : "before";
}

/** A stage that `goesOn` by itself waits for nobody. */
export function wordsOf(stage: Stage, goesOn = false): string {
  const { states } = stage;
  const turn = turnOf(stage);
  if (turn === "before") return `To come: ${inShort(stage.workflow.purpose)}.`;
  if (countOf(stage) === states.Complete)
    return states.Complete === 1 ? "Done." : `All ${number(states.Complete)} done.`;
  if (turn === "nobody")
    return `${countOf(stage) === 1 ? "Decided" : `All ${number(countOf(stage))} decided`}${endings(stage)}.`;
  const parts = [
    states.New > 0 ? `${plural(states.New, "waits", "wait")} ${goesOn ? "to go on" : "for you"}` : "",
    workOf(stage) > 0 ? `${number(workOf(stage))} being worked on` : "",
  ];
  return `${parts.filter(Boolean).join(", ")}${endings(stage)}.`;
}

/** What a stage is for, up to where its purpose goes into particulars. */
function inShort(purpose: string): string {
  const [words = ""] = purpose.split(/[:.]/);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function endings({ states }: Stage): string {
  const parts = [
    states.Complete > 0 ? `${number(states.Complete)} done` : "",
    states.Error > 0 ? `${number(states.Error)} failed` : "",
    states.Skipped > 0 ? `${number(states.Skipped)} skipped` : "",
  ].filter(Boolean);
  return parts.length > 0 ? `; ${parts.join(", ")}` : "";
}

/** The rows of a stage that come from the search; a search is itself the row of its own stage. */
export function whose(workflow: WorkflowMeta, origin: string): { origin: string | null; search: string } {
  const from = originFor(workflow, origin);
  return { origin: from, search: from === null ? `id:${origin.split(":")[1]}` : "" };
}

/** Nothing comes after it: what goes on from here leaves the product. */
export const isLast = ({ workflow: { name, next } }: Stage): boolean => next.every((each) => each === name);

/** Fewer domains come of them than there are: not every business has a website. */
export const isOfBusinesses = ({ workflow }: Stage): boolean => workflow.table === "local_businesses";

/** What rows came to that are done and yet have not got what the stage is for. */
export function endingWords(stage: Stage, outcomes: readonly { value: unknown; count: number }[]): string {
  const { outcomes: words } = stage.workflow;
  const known = outcomes.flatMap(({ value, count }) => (typeof value === "string" ? [{ value, count }] : []));
  if (!isOfBusinesses(stage)) {
    const told = known.flatMap(({ value, count }) => (words[value] ? [`${words[value]} (${number(count)})`] : []));
    return told.length > 0 ? `${told.join(", ")}.` : "";
  }
  const without = known.reduce((sum, { count }) => sum + count, 0);
  const causes = known.map(({ value, count }) => `${value.replaceAll("_", " ")} (${number(count)})`);
  return without > 0 ? `${plural(without, "has", "have")} no website of their own: ${causes.join(", ")}.` : "";
}

/** The stages of a search as the server counts them. */
export const stagesOf = (
  workflows: readonly WorkflowMeta[],
  progress: Pick<OriginProgress, "stages"> | undefined,
): Stage[] =>
  workflows.flatMap((workflow) => {
    const states = progress?.stages.find((each) => each.workflow === workflow.name)?.states;
    return states && !workflow.background_only ? [{ workflow, states }] : [];
  });

/** What is said when nothing moves any more; null as long as something does. */
export function endWords(label: string, stages: readonly Stage[], goesOn: readonly string[]): string | null {
  const moves = stages.some(({ workflow, states }) => states.New > 0 && goesOn.includes(workflow.name));
  const last = stages.at(-1);
  if (moves || !last || isUnderWay(stages)) return null;
  const waiting = stages.find((stage) => stage.states.New > 0 && !isLast(stage));
  const found = `${plural(countOf(last), "contact")} so far`;
  return waiting
    ? `${label}: ${waitWords(waiting)}, ${found}.`
    : `${label} has come to its end: ${plural(countOf(last), "contact")}.`;
}

/** How many rows of a stage a person is waited for with. */
export const waitWords = ({ workflow, states }: Stage): string =>
  `${plural(states.New, "row waits", "rows wait")} for you in ${workflow.title}`;

/** Whether anything may still come without a person. */
export const isUnderWay = (stages: readonly Stage[]): boolean => stages.some((stage) => workOf(stage) > 0);
