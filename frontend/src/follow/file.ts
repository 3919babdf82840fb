// Which contacts of a search go into its file: without more said, those that can be written to. Pure.
import type { State } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import { STATES } from "../ui/State.tsx";
import type { Stage } from "./stages.ts";

export interface FileChoices {
  isWithRejected: boolean;
  isReachableOnly: boolean;
  isEveryColumn: boolean;
  isOnePer: boolean;
  format: "csv" | "xlsx";
}

export const ONLY_USABLE: FileChoices = {
  isWithRejected: false,
  isReachableOnly: false,
  isEveryColumn: false,
  isOnePer: false,
  format: "csv",
};
/** Outcomes of contacts that nobody can or may write to. */
const UNUSABLE = ["unreachable", "suppressed"];

/** `addressed` is the field that holds an address to write to. */
export function rowsOf(
  { isWithRejected, isReachableOnly }: Pick<FileChoices, "isWithRejected" | "isReachableOnly">,
  addressed?: string,
): { status: State[]; search: string } {
  const tokens = [
    ...(isWithRejected ? [] : UNUSABLE.map((outcome) => `-outcome:${outcome}`)),
    ...(isReachableOnly && addressed ? [`-${addressed}:none`] : []),
  ];
  return { status: isWithRejected ? [] : STATES.filter((state) => state !== "Skipped"), search: tokens.join(" ") };
}

/** "214 skipped and 11 unreachable are". */
export function leftOutWords(
  { states }: Pick<Stage, "states">,
  outcomes: Readonly<Record<string, number>>,
): { count: number; words: string } {
  const unusable = UNUSABLE.map((word) => ({ word, count: outcomes[word] ?? 0 }));
  const parts = [{ word: "skipped", count: states.Skipped }, ...unusable].filter(({ count }) => count > 0);
  const told = parts.map(({ word, count }) => `${number(count)} ${word}`);
  const count = parts.reduce((sum, each) => sum + each.count, 0);
  const words = [told.slice(0, -1).join(", "), told.at(-1)].filter(Boolean).join(" and ");
  return { count, words: `${words} ${count === 1 ? "is" : "are"}` };
}

/** A file has what was found; whether an address takes mail is only known of those that were checked. */
export function checkedWords(verdicts: Readonly<Record<string, number>>, addressed: number): string {
  const tried = Object.entries(verdicts).filter(([verdict]) => verdict !== "no_email");
  const checked = Math.min(
    addressed,
    tried.reduce((sum, [, count]) => sum + count, 0),
  );
  const rest = checked < addressed ? "; Send checks them" : "";
  return `${number(checked)} of ${plural(addressed, "e-mail address", "e-mail addresses")} checked${rest}`;
}

/** What the button does. How many have the best of their business may take too long to say. */
export function makeWords(isThere: boolean, count: number | undefined, format: string): string {
  if (isThere) return `Make it anew, with all ${number(count ?? 0)} there are now`;
  if (count === undefined) return `Download the best of each business as ${format}`;
  return count > 0 ? `Download ${plural(count, "contact")} as ${format}` : `Download as ${format}`;
}
