// Why no row is shown, as it is: nothing came, all is decided, or the filter hides what is there.
import type { RowFilter, State } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { STATES } from "../ui/State.tsx";
import { matchingIn, type StateCounts } from "./counts.ts";
import { searchHint } from "./hints.ts";
import { pinnedIn } from "./pinned.ts";

/** `counts` are of the present search and list, `all` of the whole workflow; both whatever their state. */
export interface Sight {
  filter: RowFilter;
  counts: StateCounts | undefined;
  all: StateCounts | undefined;
}
/** What helps: going to where rows come from or go to, or giving up a part of the filter. */
export type Remedy = "come" | "go-on" | "any-search" | "any-origin" | "any-state";
export interface Emptiness {
  title: string;
  words: string;
  remedy: Remedy;
}

const NONE_OF: Partial<Record<string, string>> = {
  New: "Everything here is decided.",
  Error: "Nothing failed here.",
  "Processing,Queued": "Nothing is queued or being worked on.",
  Complete: "Nothing is complete yet.",
  Skipped: "Nothing was skipped.",
};

export function emptiness({ filter, counts, all }: Sight): Emptiness | null {
  if (!counts || !all) return null;
  const there = matchingIn(counts, []);
  const whole = matchingIn(all, []);
  // Rows that are counted and not listed yet are on their way.
  if (matchingIn(counts, filter.states) > 0) return null;
  if (whole === 0) return { title: "Nothing came here yet.", words: "", remedy: "come" };
  if (there > 0)
    return {
      title: NONE_OF[[...filter.states].sort().join()] ?? `No row is ${filter.states.join(" or ")}.`,
      words: inStates(counts, there, filter),
      remedy: filter.states.join() === "New" ? "go-on" : "any-state",
    };
  if (filter.search !== "")
    return {
      title: `Your search hides ${whole === 1 ? "the only row" : `all ${number(whole)} rows`}.`,
      words: [
        `${searchWords(filter.search)}${filter.origin === null ? "" : " in the chosen list or search"}.`,
        shown(searchHint(pinnedIn(filter.search).rest), 200),
      ]
        .join(" ")
        .trim(),
      remedy: "any-search",
    };
  return {
    title: "Nothing of this list or search came here yet.",
    words: `${plural(whole, "row")} came from others.`,
    remedy: "any-origin",
  };
}

/** The way to what is decided, named where all of it was decided alike. */
export function showWords(counts: StateCounts): string {
  const [only, ...others] = STATES.filter((state: State) => counts[state]);
  const all = matchingIn(counts, []);
  const alike = only && others.length === 0 ? `${only.toLowerCase()} ` : "";
  return all === 1 ? `Show the ${alike}row` : `Show the ${number(all)} ${alike}rows`;
}

function inStates(counts: StateCounts, there: number, { search, origin }: RowFilter): string {
  const of = search !== "" || origin !== null ? "that match" : "";
  const parts = STATES.filter((state: State) => counts[state]).map((state) => `${number(counts[state] ?? 0)} ${state}`);
  return `Of ${plural(there, "row")}${of && ` ${of}`}: ${parts.join(", ")}.`;
}

function searchWords(search: string): string {
  const { pinned, rest } = pinnedIn(search);
  if (pinned.length === 0) return `Nothing matches ${shown(rest, 120)}`;
  return `None of the rows it names${rest.trim() === "" ? " is here" : ` matches ${shown(rest, 120)}`}`;
}
