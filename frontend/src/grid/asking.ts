// When a person is asked before rows change, and what of the chosen rows is meant.
import type { Settable, State } from "../api/types.ts";
import { STATES } from "../ui/State.tsx";
import { choose, type Selection } from "./selection.ts";

export interface Chosen {
  status: Settable;
  count: number;
  /** Rows among them that are not on the screen. */
  unseen: number;
  /** Rows among them that are done. */
  done: number;
  /** To whom they go; null where they stay in the house. */
  to: string | null;
  isAll: boolean;
}

const UNASKED = 20;

export function isAskedFirst({ status, count, unseen, done, to, isAll }: Chosen, above: number): boolean {
  if (count > above || unseen > 0) return true;
  if (status === "New") return count > UNASKED;
  if (status === "Queued" && (done > 0 || (to !== null && (isAll || count > UNASKED)))) return true;
  return done > 0 && done < count;
}

/** Whoever means those that are done chooses them alone. */
export const openStates = (chosen: readonly State[]): State[] => {
  const open = (chosen.length > 0 ? chosen : STATES).filter((state) => state !== "Complete");
  return open.length > 0 ? open : [...chosen];
};

/** Of several sorts together, what is done stays as it is. */
export const withoutDone = (selection: Selection, done: readonly string[]): Selection =>
  selection.kind === "ids"
    ? choose(selection, done, false)
    : { ...selection, filter: { ...selection.filter, states: openStates(selection.filter.states) }, seen: null };
