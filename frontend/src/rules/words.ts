// What a rule does, said as one would say it to somebody who has never read one.
import { verbOf } from "../api/sending.ts";
import type { WorkflowMeta, WrittenRule } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import { PART, type RuleField } from "./conditions.ts";

const SIGNS: Readonly<Record<string, string>> = {
  "=": "is",
  "!=": "is not",
  "<": "is below",
  "<=": "is at most",
  ">": "is above",
  ">=": "is at least",
  "~": "contains",
  in: "is one of",
};
const MOMENT_SIGNS: Readonly<Record<string, string>> = {
  "<": "was before",
  "<=": "was before",
  ">": "was after",
  ">=": "was after",
};
const AGO: Readonly<Record<string, string>> = { m: "minute", h: "hour", d: "day", w: "week" };

/** A condition in words: fields by their labels, signs by what they mean. What is no condition yet stays as it is.

 * @example conditionWords('score >= 50 and kind = "contact"', fields) // "Score is at least 50 and Type is “contact”"
 */
export function conditionWords(text: string, fields: readonly RuleField[]): string {
  const known = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
  let field: RuleField | undefined;
  let words = "";
  const say = (word: string) => {
    words += words === "" || words.endsWith("(") || /^[,)]/.test(word) ? word : ` ${word}`;
  };
  const parts = [...text.matchAll(PART)].map(([part]) => part).filter((part) => !part.startsWith("#"));
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]?.toLowerCase();
    const named = known.get(part.toLowerCase());
    if (named) {
      field = named;
      const isAlone = named.kind === "boolean" && (next === undefined || ["and", "or", ")"].includes(next));
      say(isAlone ? `“${named.label}” is so` : named.label);
    } else if (part.toLowerCase() === "is" && next === "empty") say("has");
    else if (part.toLowerCase() === "is" && next === "not") say("has");
    else if (part.toLowerCase() === "not" && next === "empty") say("a");
    else if (part.toLowerCase() === "empty") say(parts[at - 1]?.toLowerCase() === "not" ? "value" : "no value");
    else if (part.toLowerCase() === "not" && next === "in") say("is none of");
    else if (part.toLowerCase() === "in" && parts[at - 1]?.toLowerCase() === "not") continue;
    else say((field?.kind === "moment" && MOMENT_SIGNS[part]) || SIGNS[part.toLowerCase()] || valueWords(part));
  }
  return words;
}

function valueWords(part: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(part);
  if (quoted) return `“${(quoted[2] ?? "").replaceAll(/\\(.)/g, "$1")}”`;
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(part) ?? [];
  return count && unit ? `${plural(Number(count), AGO[unit] ?? unit)} ago` : part;
}

/** The whole rule, as one sentence. */
export function ruleSentence(
  { action, when, at_most, per, first }: WrittenRule,
  workflow: Pick<WorkflowMeta, "title" | "hands_over">,
  fields: readonly RuleField[],
): string {
  const verb = verbOf(action === "skip" ? "Skipped" : "Queued", workflow).toLowerCase();
  const which = when.trim()
    ? `each row of ${workflow.title} for which this is true: ${conditionWords(when, fields)}`
    : `every row of ${workflow.title}`;
  const most = at_most === null || per === null ? "" : `, but at most ${at_most} of each ${per.replaceAll("_", " ")}`;
  const order = first.filter((each) => each.trim()).map((each) => orderWords(each.trim(), fields));
  const best = most && order.length > 0 ? `, first those with the ${order.join(", then the ")}` : "";
  const means = action === "skip" ? " What it skips is not worked on." : "";
  return `This rule will ${verb} ${which}${most}${best}. It takes rows that nobody has decided about, now and later.${means}`;
}

function orderWords(written: string, fields: readonly RuleField[]): string {
  const name = written.replace(/^-/, "");
  const label = fields.find((field) => field.name === name)?.label ?? name;
  return `${written.startsWith("-") ? "highest" : "lowest"} ${label}`;
}
