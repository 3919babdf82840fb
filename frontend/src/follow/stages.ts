// What can be said of a stage of one search, and whose turn it is. Pure.
import type { OriginProgress, State, WorkflowMeta } from "../api/types.ts";
import { originFor } from "../grid/following.ts";
import { number, plural } from "../text/numbers.ts";
import { timeOfDay } from "../text/time.ts";

export interface Stage {
  workflow: WorkflowMeta;
  states: Readonly<Record<State, number>>;
  /** Of those that are queued: so many wait for another try, the first until then. */
  put_off?: number;
  next_try?: string | null;
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
  const { put_off = 0, next_try } = stage;
  const parts = [
    states.New > 0 ? `${plural(states.New, "waits", "wait")} ${goesOn ? "to go on" : "for you"}` : "",
    states.Processing > 0 ? `${number(states.Processing)} being worked on` : "",
    states.Queued > put_off ? `${number(states.Queued - put_off)} in the queue` : "",
    put_off > 0
      ? `${plural(put_off, "waits", "wait")} for another try${next_try ? `, next at ${timeOfDay(next_try)}` : ""}`
      : "",
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

/** What rows came to that are done and yet have not got what the stage is for; `come` is what is in the next stage. */
export function endingWords(
  stage: Stage,
  outcomes: readonly { value: unknown; count: number }[],
  come: number | null = null,
): string {
  const { outcomes: words } = stage.workflow;
  const known = outcomes.flatMap(({ value, count }) => (typeof value === "string" ? [{ value, count }] : []));
  if (!isOfBusinesses(stage)) {
    const told = known.flatMap(({ value, count }) => (words[value] ? [`${words[value]} (${number(count)})`] : []));
    return told.length > 0 ? `${told.join(", ")}.` : "";
  }
  const without = known.reduce((sum, { count }) => sum + count, 0);
  const causes = known.map(({ value, count }) => `${value.replaceAll("_", " ")} (${number(count)})`);
  const own = `${plural(without, "has", "have")} no website of ${without === 1 ? "its" : "their"} own: ${causes.join(", ")}`;
  // A business that was done before may be in work again: its website has come already.
  const sharing = come === null || workOf(stage) > 0 ? 0 : stage.states.Complete - without - come;
  const shared = `${plural(sharing, "shares", "share")} a website with another`;
  return [without > 0 && own, sharing > 0 && shared]
    .filter(Boolean)
    .map((words) => `${words}.`)
    .join(" ");
}

/** "3 closed left out. " */
export function closedWords(statuses: readonly { value: unknown; count: number }[]): string {
  const closed = statuses.filter(({ value }) => /closed/i.test(String(value)));
  const count = closed.reduce((sum, each) => sum + each.count, 0);
  return count > 0 ? `${number(count)} closed left out. ` : "";
}

/** How many rows the stage behind this one has; null where none follows. */
export function comeOf({ workflow }: Stage, stages: readonly Stage[]): number | null {
  const next = stages.find(({ workflow: { name } }) => name !== workflow.name && workflow.next.includes(name));
  return next ? countOf(next) : null;
}

/** The stages of a search as the server counts them. */
export const stagesOf = (
  workflows: readonly WorkflowMeta[],
  progress: Pick<OriginProgress, "stages"> | undefined,
): Stage[] =>
  workflows.flatMap((workflow) => {
    const counted = progress?.stages.find((each) => each.workflow === workflow.name);
    return counted && !workflow.background_only ? [{ ...counted, workflow }] : [];
  });

/** What is said when nothing moves any more; null as long as something does. */
export function endWords(label: string, stages: readonly Stage[], goesOn: readonly string[]): string | null {
  const moves = stages.some(({ workflow, states }) => states.New > 0 && goesOn.includes(workflow.name));
  const last = stages.at(-1);
  if (moves || !last || isUnderWay(stages)) return null;
  const waiting = stages.filter((stage) => stage.states.New > 0 && !isLast(stage));
  const found = `${plural(countOf(last), "contact")} so far`;
  return waiting.length > 0
    ? `${label}: ${waitWords(waiting)}, ${found}.`
    : `${label} has come to its end: ${plural(countOf(last), "contact")}.`;
}

/** With how many rows of each stage a person is waited for. */
export function waitWords([first, ...others]: readonly Stage[]): string {
  if (!first) return "";
  const told = `${plural(first.states.New, "row waits", "rows wait")} for you in ${first.workflow.title}`;
  return [told, ...others.map(({ workflow, states }) => `${number(states.New)} in ${workflow.title}`)].join(", ");
}

/** Whether anything may still come without a person. */
export const isUnderWay = (stages: readonly Stage[]): boolean => stages.some((stage) => workOf(stage) > 0);
