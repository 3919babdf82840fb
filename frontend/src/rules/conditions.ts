// What may stand at the caret of a condition: fields, signs, values, and what joins them. The server reads conditions;
// this helps to write them.
import type { Rules } from "../api/types.ts";

export type RuleField = Rules["fields"][string][number];
export type SeenValues = Readonly<Record<string, readonly string[]>>;

/** What to write from `start` to `end` of the text. */
export interface Offer {
  text: string;
  hint: string;
  start: number;
  end: number;
}

type Expected = "unit" | "sign" | "value" | "emptiness" | "list" | "listed" | "joint";
interface Part {
  text: string;
  start: number;
  end: number;
}
interface Place {
  expected: Expected;
  field: string;
  open: number;
}

export const PART =
  /#[^\n]*|"(?:[^"\\\n]|\\["\\])*"?|'(?:[^'\\\n]|\\['\\])*'?|-?\d[\w.]*%?|[A-Za-z][\w.]*(?:-[A-Za-z][\w.]*)*|[<>!]=|\S/g;
const MOST_OFFERED = 40;
export const ORDERED: ReadonlySet<string> = new Set([
  "number",
  "score",
  "money_micros",
  "bytes",
  "duration_ms",
  "moment",
]);
const JOINTS = { and: "both hold", or: "one of them holds" };
const HINTS: Readonly<Record<string, string>> = {
  "=": "is",
  "!=": "is not",
  "<": "below",
  "<=": "at most",
  ">": "above",
  ">=": "at least",
  "~": "contains",
  "in (": "one of these",
  "is empty": "has no value",
  "is not empty": "has one",
};

export function offers(text: string, caret: number, fields: readonly RuleField[], seen: SeenValues = {}): Offer[] {
  const parts: Part[] = [...text.slice(0, caret).matchAll(PART)].map((found) => ({
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }));
  const last = parts.at(-1);
  const typed = last?.end === caret && isGoingOn(last.text) ? last : undefined;
  if (typed?.text.startsWith("#")) return [];
  const place = placeAfter(typed ? parts.slice(0, -1) : parts);
  const field = fields.find(({ name }) => name === place.field);
  const wanted = (typed?.text ?? "").replace(/^["']|["']$/g, "").toLowerCase();
  return choices(place, field, fields, seen)
    .filter(
      ([choice, hint]) =>
        (begins(choice, wanted) || isLabel(place, hint, wanted)) && choice.toLowerCase() !== typed?.text.toLowerCase(),
    )
    .slice(0, MOST_OFFERED)
    .map(([choice, hint]) => ({ text: choice, hint, start: typed?.start ?? caret, end: caret }));
}

/** A bracket or a comma is whole as it stands; a name, a sign or a text may be half of one. */
const isGoingOn = (part: string): boolean => !/^[(),]$|^(["']).*\1$/.test(part);
const bare = (choice: string): string => choice.toLowerCase().replace(/^"/, "");
const begins = (choice: string, wanted: string): boolean =>
  bare(choice).startsWith(wanted) || (wanted !== "" && bare(choice).split(".").at(-1)?.startsWith(wanted) === true);
const isLabel = ({ expected }: Place, hint: string, wanted: string): boolean =>
  expected === "unit" && wanted !== "" && hint.toLowerCase().startsWith(wanted);

function placeAfter(parts: readonly Part[]): Place {
  const place: Place = { expected: "unit", field: "", open: 0 };
  for (const { text } of parts) if (!text.startsWith("#")) step(place, text.toLowerCase());
  return place;
}

function step(place: Place, part: string): void {
  const isName = /^[a-z]/.test(part);
  if (place.expected === "list" || place.expected === "listed") {
    place.expected = part === ")" ? "joint" : part === "," || part === "(" ? "list" : "listed";
  } else if (part === "(") {
    place.open += 1;
    place.expected = "unit";
  } else if (part === ")") {
    place.open -= 1;
    place.expected = "joint";
  } else if (part === "and" || part === "or") place.expected = "unit";
  else if (part === "not") place.expected = place.expected === "emptiness" ? "emptiness" : place.expected;
  else if (part === "in") place.expected = "list";
  else if (part === "is") place.expected = "emptiness";
  else if (place.expected === "unit" && isName) {
    place.field = part;
    place.expected = "sign";
  } else place.expected = place.expected === "sign" ? "value" : "joint";
}

type Choices = [string, string][];

function choices(place: Place, field: RuleField | undefined, fields: readonly RuleField[], seen: SeenValues): Choices {
  switch (place.expected) {
    case "unit":
      return [...fields.map(({ name, label }): [string, string] => [name, label]), ["not", "it does not hold"]];
    case "sign":
      return field ? signs(field, place.open > 0) : [];
    case "value":
    case "list":
      return field ? values(field, seen[field.name] ?? []) : [];
    case "listed":
      return [
        [",", "another one"],
        [")", "the end of them"],
      ];
    case "emptiness":
      return [
        ...(field ? values(field, seen[field.name] ?? []) : []),
        ["empty", "has no value"],
        ["not empty", "has one"],
      ];
    default:
      return joints(place.open > 0);
  }
}

const CLOSING: Choices = [[")", "the end of the bracket"]];
const joints = (isOpen: boolean): Choices => [...Object.entries(JOINTS), ...(isOpen ? CLOSING : [])];

function signs({ kind }: RuleField, isOpen: boolean): Choices {
  if (kind === "boolean") return joints(isOpen);
  const parts = ORDERED.has(kind) ? [">=", "<=", ">", "<", "=", "!="] : ["=", "!=", "~", "in ("];
  return [...parts, "is empty", "is not empty"].map((sign): [string, string] => [sign, HINTS[sign] ?? ""]);
}

function values({ kind, label, values: known }: RuleField, seen: readonly string[]): Choices {
  if (kind === "boolean") return ["true", "false"].map((each): [string, string] => [each, label]);
  if (kind === "moment") return ["7d", "30d"].map((each): [string, string] => [each, `${each.slice(0, -1)} days ago`]);
  if (ORDERED.has(kind)) return [];
  return [...new Set([...(known ?? []), ...seen])].map((each): [string, string] => [quoted(each), label]);
}

export const quoted = (value: string): string => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** A condition that the server would read for this workflow: that of the usual rule, or one from its own fields. */
export function exampleOf(usual: readonly { when: string }[], fields: readonly RuleField[]): string {
  const kept = usual.find(({ when }) => when.trim() !== "");
  if (kept) return kept.when;
  const own = fields.filter(({ name }) => !name.includes("."));
  const parts = [
    own.filter(({ kind }) => kind === "number" || kind === "score").map(({ name }) => `${name} > 4`),
    own.filter(({ values }) => values?.[0]).map(({ name, values: known }) => `${name} = ${quoted(known?.[0] ?? "")}`),
    own.filter(({ kind, values }) => kind === "text" && !values).map(({ name }) => `${name} is not empty`),
  ].flatMap(([first]) => first ?? []);
  return parts.slice(0, 2).join(" and ");
}

/** The text with the offer in it, and where to go on typing. */
export function taken(text: string, { text: insert, start, end }: Offer): { text: string; caret: number } {
  const rest = text.slice(end);
  const isJoined = rest.startsWith(" ") || insert.endsWith("(");
  const filled = isJoined ? insert : `${insert} `;
  return { text: text.slice(0, start) + filled + rest, caret: start + filled.length };
}
