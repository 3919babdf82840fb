// A status is never colour alone: its shape differs, and its word stands beside it.

import type { State } from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";
import { shown } from "../text/shown.ts";
import "./state.css";

interface Look {
  word: string;
  hint: string;
}

/** Every state there is; one that the server adds is an error here until it has its look. */
export const LOOKS: Record<State, Look> = {
  New: { word: "New", hint: "waiting for a decision" },
  Queued: { word: "Queued", hint: "waiting for a worker" },
  Processing: { word: "Processing", hint: "being worked on" },
  Complete: { word: "Complete", hint: "done" },
  Error: { word: "Error", hint: "needs attention" },
  Skipped: { word: "Skipped", hint: "left out" },
};
export const STATES = keysOf(LOOKS);

export function StateDot({ state }: { state: State }) {
  return <span className={`dot dot-${state.toLowerCase()}`} aria-hidden="true" />;
}

/** What the workflow says a finished row came to, by its outcome. */
export type OutcomeWords = Readonly<Record<string, string>>;

interface StateMarkProps {
  state: State | null;
  outcome?: string | null;
  words?: OutcomeWords;
  /** Where its mark says already that it came to less: only why. */
  isShort?: boolean;
}

/** A row that is done and came to less than it should does not look like one that came to all of it. */
export function StateMark({ state, outcome = null, words = {}, isShort = false }: StateMarkProps) {
  if (state === null) return <span className="state state-none">—</span>;
  if (outcome !== null && (state === "Complete" || state === "Skipped")) {
    const isDone = state === "Complete";
    return (
      <span
        className={`state state-${isDone ? "nothing" : "skipped"} foreign`}
        title={toldOf(state, outcome, words, false)}
      >
        <span className={`dot dot-${isDone ? "nothing" : "skipped"}`} aria-hidden="true" />
        <span className="state-told">{toldOf(state, outcome, words, isShort)}</span>
      </span>
    );
  }
  return (
    <span className={`state state-${state.toLowerCase()}`}>
      <StateDot state={state} />
      {state === "Queued" && outcome !== null ? toldOf(state, outcome, words, false) : LOOKS[state].word}
    </span>
  );
}

/** A row that was tried and waits for another try is called by what it waits for. */
export const putOffWords = (outcome: string): string =>
  PUT_OFF[outcome] ?? `after ${shown(outcome.replaceAll("_", " "), 40)}`;
const PUT_OFF: Readonly<Record<string, string>> = { budget: "waits for budget", quota: "waits for quota" };

/** What is said of a finished row, or one that waits for another try, beside its state. */
export function toldOf(state: State, outcome: string, words: OutcomeWords, isShort: boolean): string {
  if (state === "Queued") return `${LOOKS.Queued.word} · ${putOffWords(outcome)}`;
  const own = state === "Complete" ? words[outcome] : undefined;
  const told = shown(own ?? `${LOOKS[state].word} · ${outcome.replaceAll("_", " ")}`, 60);
  return isShort && state === "Complete"
    ? told.replace(/^[^:·]+[:·] (.)/, (_, first: string) => first.toUpperCase())
    : told;
}

/** Shares of each state as one thin bar; the numbers stand elsewhere. Done and done for nothing are not the same. */
export function StateBar({ counts, short = 0 }: { counts: Partial<Record<State, number>>; short?: number }) {
  const all = STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const share = (count: number) => ({ width: `${(100 * count) / all}%` });
  return (
    <span className="state-bar" aria-hidden="true">
      {STATES.filter((state) => counts[state]).map((state) => (
        <span
          key={state}
          className={`fill-${state.toLowerCase()}`}
          style={share((counts[state] ?? 0) - (state === "Complete" ? short : 0))}
        />
      ))}
      {short > 0 && <span className="fill-short" style={share(short)} />}
    </span>
  );
}
