// Groups of errors: how they are asked for, and what their bars say.

import type { ErrorGroup, RowFilter, WorkflowMeta } from "../api/types.ts";
import { shortAddress } from "../text/address.ts";
import { keysOf } from "../text/keysOf.ts";
import { number, plural } from "../text/numbers.ts";

export const SINCE = { "1h": "1 h", "24h": "24 h", all: "All" } as const;
export type Since = keyof typeof SINCE;
export const SINCE_NAMES = keysOf(SINCE);
export const sinceNamed = (name: string | null): Since => SINCE_NAMES.find((each) => each === name) ?? "24h";

export const GROUPING = { cause: "By cause", host: "By host" } as const;
export type Grouping = keyof typeof GROUPING;
export const GROUPING_NAMES = keysOf(GROUPING);
export const groupingNamed = (name: string | null): Grouping => GROUPING_NAMES.find((each) => each === name) ?? "cause";

export const keyOf = ({ workflow, signature }: ErrorGroup): string => `${workflow} ${signature}`;

export interface Stage {
  workflow: WorkflowMeta;
  groups: readonly ErrorGroup[];
}

/** The groups of each workflow, in the order of the pipeline. */
export const stagesOf = (groups: readonly ErrorGroup[], workflows: readonly WorkflowMeta[]): Stage[] =>
  workflows
    .map((workflow) => ({ workflow, groups: groups.filter((each) => each.workflow === workflow.name) }))
    .filter((stage) => stage.groups.length > 0);

export const rowsOf = (groups: readonly Pick<ErrorGroup, "count">[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0);

export const toggled = (ticked: ReadonlySet<string>, key: string): Set<string> =>
  new Set(ticked.has(key) ? [...ticked].filter((each) => each !== key) : [...ticked, key]);

export const filterOf = ({ search }: ErrorGroup): RowFilter => ({ states: ["Error"], search, origin: null });

/** The words of the example where it is the row's own; nothing where it does not run as the group's words do. */
function ownWords({ signature, example }: Pick<ErrorGroup, "signature" | "example">): string[] | null {
  const words = signature.split(" ");
  const seen = example.split(" ");
  return words.length === seen.length ? seen.filter((word, index) => word !== words[index]) : null;
}

const MOST_OWN_WORDS = 3;

/** What an example says that the group's name does not: mostly an address, and a number. */
export function exampleOf(group: Pick<ErrorGroup, "signature" | "example">): string {
  const own = ownWords(group);
  if (!own || own.length === 0 || own.length > MOST_OWN_WORDS) return group.example;
  const tidy = own.map((word) => word.replace(/^[^\p{L}\p{N}]+|[\s).,:;!"'\]]+$/gu, ""));
  return `for example ${tidy.map((word) => (/^https?:/.test(word) ? shortened(word) : word)).join(", ")}`;
}

const shortened = (address: string): string => {
  const { host, rest } = shortAddress(address);
  return host + rest;
};

/** Words that differ from row to row stand as dots, or as what they are where they begin: the server's bare `host` reads like a name. */
export function headline({ signature, example }: Pick<ErrorGroup, "signature" | "example">): string {
  const words = signature.split(" ");
  const seen = example.split(" ");
  if (words.length !== seen.length) return signature;
  return words
    .map((word, index) =>
      word === seen[index] || !/^\W*(host|address|id|#)\W*$/.test(word) ? word : word.replace(/host|address|id|#/, "…"),
    )
    .join(" ")
    .replace(/^… /, words[0] === "host" ? "A host " : "An address ");
}

/** What ends so ends so again, until somebody changes something: what is to be done instead of trying again. */
const LASTING: Readonly<Record<string, string>> = {
  tls: "Only the site can mend its certificate.",
  not_html: "It is no page to read.",
  wrong_type: "It is no page to read.",
  bad_redirect: "Only the site can mend it.",
  robots: "The site asks to be left alone.",
  too_large: "It is larger than is read.",
  http_404: "The page is gone.",
  http_410: "The page is gone.",
  refused_address: "It is an address inside a network.",
};

export function adviceOn({ outcome }: Pick<ErrorGroup, "outcome">): string | null {
  const why = LASTING[outcome ?? ""];
  if (why) return `${why} Trying again seldom helps; skip it.`;
  if (outcome === "dns")
    return "There is no such host: the website is misspelt or gone. Correct the website in Businesses, then queue again, or skip it.";
  if (/^(http_5\d\d|timeout|robots_unreachable)$/.test(outcome ?? ""))
    return "The site itself is in trouble. Try again later, spread over some hours; skip what still fails then.";
  return null;
}

/** Whether the last third of the time brought more or fewer than the third before it. */
export function trendWords(trend: readonly number[]): string {
  const third = Math.floor(trend.length / 3);
  const sumOf = (part: readonly number[]) => part.reduce((sum, each) => sum + each, 0);
  const late = sumOf(trend.slice(-third));
  const before = sumOf(trend.slice(-2 * third, -third));
  const way = late > before * 1.2 ? "rising" : late < before * 0.8 ? "falling" : "steady";
  return `${way}; ${number(Math.max(0, ...trend))} at most at a time`;
}

export function headWords(total: number, shown: number, more: number): string {
  const groups = shown + more;
  return `${number(total)} in ${plural(groups, "group")}`;
}

export type Manner = "now" | "spread" | "first";
export const SPANS = [
  [300, "5 min"],
  [900, "15 min"],
  [3_600, "1 h"],
  [21_600, "6 h"],
  [86_400, "24 h"],
] as const;
export const spanWords = (seconds: number): string => SPANS.find(([each]) => each === seconds)?.[1] ?? "";
export const FIRST = 10;

/** What a chosen manner means for the request. */
export function mannerOf(manner: Manner, over: number): { limit?: number; spread?: number } {
  if (manner === "first") return { limit: FIRST };
  return manner === "spread" ? { spread: over } : {};
}
