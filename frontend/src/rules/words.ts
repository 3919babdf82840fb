// What a rule does, said as one would say it to somebody who has never read one.
import { verbOf } from "../api/sending.ts";
import type { WorkflowMeta, WrittenRule } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import { PART, type RuleField } from "./conditions.ts";
import { tidied } from "./tidied.ts";

const SIGNS: ReadonlyMap<string, string> = new Map([
  ["=", "is"],
  ["!=", "is not"],
  ["<", "is below"],
  ["<=", "is at most"],
  [">", "is above"],
  [">=", "is at least"],
  ["~", "contains"],
  ["in", "is one of"],
]);
const MOMENT_SIGNS: ReadonlyMap<string, string> = new Map([
  ["<", "was before"],
  ["<=", "was before"],
  [">", "was after"],
  [">=", "was after"],
]);
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
  const parts = [...tidied(text, fields).matchAll(PART)].map(([part]) => part).filter((part) => !part.startsWith("#"));
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]?.toLowerCase();
    const named = known.get(part.toLowerCase());
    if (named) {
      field = named;
      const isAlone = named.kind === "boolean" && (next === undefined || ["and", "or", ")"].includes(next));
      say(isAlone ? `“${named.label}” is so` : named.label);
    } else if (part.toLowerCase() === "is" && next === "empty") say("has");
    else if (part.toLowerCase() === "is" && next === "not")
      say(parts[at + 2]?.toLowerCase() === "empty" ? "has" : "is");
    else if (part.toLowerCase() === "not" && next === "empty") say("a");
    else if (part.toLowerCase() === "empty") say(parts[at - 1]?.toLowerCase() === "not" ? "value" : "no value");
    else if (part.toLowerCase() === "not" && next === "in") say("is none of");
    else if (part.toLowerCase() === "in" && parts[at - 1]?.toLowerCase() === "not") continue;
    else say((field?.kind === "moment" && MOMENT_SIGNS.get(part)) || SIGNS.get(part.toLowerCase()) || valueWords(part));
  }
  return words;
}

function valueWords(part: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(part);
  if (quoted) return `“${(quoted[2] ?? "").replaceAll(/\\(.)/g, "$1")}”`;
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(part) ?? [];
  return count && unit ? `${plural(Number(count), AGO[unit] ?? unit)} ago` : part;
}

type Named = Pick<WorkflowMeta, "name" | "title">;

/** The whole rule, as one would tell it: what it takes, how many of them and which, and what it waits for. */
export function ruleSentence(
  rule: WrittenRule,
  workflow: Pick<WorkflowMeta, "title" | "hands_over">,
  fields: readonly RuleField[],
  stages: readonly Named[] = [],
): string {
  const { action, when } = rule;
  const verb = verbOf(action === "skip" ? "Skipped" : "Queued", workflow).toLowerCase();
  const which = when.trim()
    ? `each row of ${workflow.title} for which this is true: ${conditionWords(when, fields)}`
    : `every row of ${workflow.title}`;
  const means = action === "skip" ? " What it skips is not worked on." : "";
  const limits = `${mostWords(rule, fields)}${waitWords(rule, stages)}`;
  return `This rule will ${verb} ${which}${limits} It takes rows that nobody has decided about, now and later.${means}`;
}

/** To the end of the sentence, and what is to be said of the same. */
function mostWords({ at_most, per, first, enough }: WrittenRule, fields: readonly RuleField[]): string {
  if (at_most === null || per === null) return ".";
  const order = first.filter((each) => each.trim()).map((each) => orderWords(each.trim(), fields));
  const best = order.length > 0 ? `, first those ${order.join(", then those ")}` : "";
  const alike = Object.entries(enough).map(([name, most]) => `${most} of the same ${labelOf(name, fields)}`);
  const others = alike.length > 0 ? ` Once there are ${alike.join(" or ")}, others go first.` : "";
  return `, but at most ${at_most} of each ${spaced(per)}${best}.${others}`;
}

function waitWords({ per, after }: WrittenRule, stages: readonly Named[]): string {
  if (per === null || after.length === 0) return "";
  const titles = after.map((name) => stages.find((stage) => stage.name === name)?.title ?? spaced(name));
  const have = titles.length === 1 ? "has" : "have";
  return ` It waits until ${new Intl.ListFormat("en").format(titles)} ${have} finished with the ${spaced(per)}.`;
}

/** A field, by which rows are compared, or a condition, for which it holds. */
function orderWords(written: string, fields: readonly RuleField[]): string {
  if (!/^-?[a-z][\w.]*$/i.test(written)) return `where ${conditionWords(written, fields)}`;
  return `with the ${written.startsWith("-") ? "highest" : "lowest"} ${labelOf(written.replace(/^-/, ""), fields)}`;
}

const labelOf = (name: string, fields: readonly RuleField[]): string =>
  fields.find((field) => field.name === name)?.label ?? name;

const spaced = (name: string): string => name.replaceAll("_", " ");
