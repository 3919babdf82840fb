// The search text as a person types it: words, and tokens such as `score:>80`. The server reads it; this helps to write it.
import type { ColumnKind, SearchField, State } from "../api/types.ts";
import { STATES } from "../ui/State.tsx";

export interface Token {
  start: number;
  end: number;
  negated: boolean;
  field: string | null;
  value: string;
}
export interface Completion {
  text: string;
  label: string;
  hint: string;
  start: number;
  end: number;
  goesOn: boolean;
}

const PIECE =
  /(-?)([A-Za-z][A-Za-z0-9_]{0,62}):((?:>=|<=|>|<|~)?(?:"(?:[^"\\]|\\.)*"?|[^\s"]\S*)?)|-?"[^"]*"?\S*|\S+/gs;
const NEEDS_QUOTES = /[\s"\\]|^[<>~=]|^none$|^[-+]?[\d.]*\.\.[-+]?[\d.]*$/i;
const MOST_OFFERED = 8;
const COMPARED: Partial<Record<ColumnKind, true>> = {
  number: true,
  score: true,
  money_micros: true,
  bytes: true,
  duration_ms: true,
};

/** What asks whether a field has any value. */
const ASKED = { has: "has any", no: "has none" };
const namesOf = (fields: readonly SearchField[]): string[] => fields.map(({ name }) => name);

/** Values of fields that were counted in the rows. */
export type Seen = Readonly<Record<string, readonly string[]>>;

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(PIECE)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    negated: found[1] === "-",
    field: found[2]?.toLowerCase() ?? null,
    value: found[2] === undefined ? found[0] : (found[3] ?? ""),
  }));
}

/** A value as it has to be written to be found again, whatever is in it. */
export function quoted(value: string): string {
  return value !== "" && !NEEDS_QUOTES.test(value)
    ? value
    : `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

export function tokenFor(field: string, value: string | number | boolean | null): string {
  return `${field}:${value === null ? "none" : quoted(String(value))}`;
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export function hasToken(text: string, token: string): boolean {
  return tokensOf(text).some(({ start, end }) => same(text.slice(start, end), token));
}

/** The text with the token in it, instead of what it said of the same field. Given twice it is taken out again. */
export function withToken(text: string, token: string): string {
  const [wanted] = tokensOf(token);
  if (!wanted) return text;
  const pieces = tokensOf(text);
  const kept = pieces.filter(
    (piece) => piece.field === null || piece.field !== wanted.field || piece.negated !== wanted.negated,
  );
  const others = kept.map(({ start, end }) => text.slice(start, end));
  return (hasToken(text, token) ? others : [...others, token]).join(" ");
}

/** The token at the text's end that has yet to say what it looks for, or what may become one. What is before it is searched for. */
export function unfinished(text: string, fields: readonly SearchField[], seen: Seen = {}): string {
  const last = tokensOf(text).at(-1);
  return last?.end === text.length && isHalf(last, fields, seen) ? text.slice(last.start) : "";
}

function isHalf({ field, value }: Token, fields: readonly SearchField[], seen: Seen): boolean {
  if (field === null) return fields.some((each) => isCalled(each, value));
  if (field in ASKED) return isBeginning(value, namesOf(fields));
  const known = [...(fields.find(({ name }) => name === field)?.values ?? []), ...(seen[field] ?? [])];
  return /^(?:>=|<=|>|<|~)?"?$/.test(value) || isBeginning(value, known);
}

/** Whether a field's name, or what its column is called, begins so. */
function isCalled({ name, label }: SearchField, typed: string): boolean {
  const sought = typed.replace(/^-/, "").toLowerCase();
  return sought !== "" && (name.startsWith(sought) || label.toLowerCase().startsWith(sought));
}

/** The states that the text names, and the rest of it: they are chosen where states are, not searched for. */
export function statesIn(text: string): { states: State[]; rest: string } {
  const pieces = tokensOf(text).map((piece) => ({
    written: text.slice(piece.start, piece.end),
    state: piece.field === "state" && !piece.negated ? STATES.find((state) => same(state, piece.value)) : undefined,
  }));
  const states = pieces.flatMap(({ state }) => state ?? []);
  if (states.length === 0) return { states, rest: text };
  const others = pieces.filter(({ state }) => !state).map(({ written }) => written);
  return { states: [...new Set(states)], rest: others.join(" ") };
}

/** The beginning of a known value, and no other: the rest is on its way. */
function isBeginning(value: string, known: readonly string[]): boolean {
  const typed = value.replace(/^"|"$/g, "").toLowerCase();
  return (
    known.some((each) => each.toLowerCase().startsWith(typed)) && !known.some((each) => each.toLowerCase() === typed)
  );
}

/** A stretch of numbers, both ends in it; null is open. */
export function rangeToken(field: string, from: number | null, to: number | null): string {
  return `${field}:${from ?? ""}..${to ?? ""}`;
}

/** What could stand where the caret is: names of fields, then values of the field that was named. */
export function completions(
  text: string,
  caret: number,
  fields: readonly SearchField[],
  seen: Readonly<Record<string, readonly string[]>> = {},
): Completion[] {
  const here = tokensOf(text).find(({ start, end }) => start <= caret && caret <= end) ?? {
    start: caret,
    end: caret,
    negated: false,
    field: null,
    value: "",
  };
  const apart = takenApart(text, caret, fields, seen);
  if (apart.length > 0) return apart;
  const sign = here.negated ? "-" : "";
  const field = fields.find(({ name }) => name === here.field);
  if (field) return valuesFor(field, here, sign, seen[field.name] ?? []);
  if (here.field !== null && here.field in ASKED)
    return valuesFor({ ...ASKING, name: here.field, values: namesOf(fields) }, here, sign, []);
  const minus = here.value.startsWith("-") ? "-" : "";
  const asking = Object.entries(ASKED).map(([name, label]) => ({ ...ASKING, name, label, example: `${name}:phone` }));
  const named = [...fields, ...(here.value === minus ? [] : asking)]
    .filter((each) => here.value === minus || isCalled(each, here.value))
    .slice(0, MOST_OFFERED)
    .map(({ name, label, example }) => ({
      text: `${minus}${name}:`,
      label,
      hint: example,
      start: here.start,
      end: here.end,
      goesOn: true,
    }));
  const { value: word, start, end } = here;
  const hint = minus ? "rows without this word" : "rows with this word";
  const asWord = { text: word, label: word, hint, start, end, goesOn: false };
  return named.length > 0 && word !== minus ? [...named, asWord] : named;
}

const ASKING: SearchField = { name: "", label: "There or not", kind: "text", values: null, example: "" };

/** `tag:call ba` where there is a tag `call back`: its words belong together, and take quotes. */
function takenApart(
  text: string,
  caret: number,
  fields: readonly SearchField[],
  seen: Readonly<Record<string, readonly string[]>>,
): Completion[] {
  const begun = tokensOf(text.slice(0, caret)).findLast(({ field }) => field !== null);
  const field = fields.find(({ name }) => name === begun?.field);
  if (!begun || !field || begun.end === caret || begun.value.startsWith('"')) return [];
  const typed = text.slice(begun.end - begun.value.length, caret).toLowerCase();
  const sign = begun.negated ? "-" : "";
  return [...new Set([...(field.values ?? []), ...(seen[field.name] ?? [])])]
    .filter((each) => each.toLowerCase().startsWith(typed))
    .slice(0, MOST_OFFERED)
    .map((each) => ({
      text: `${sign}${field.name}:${quoted(each)}`,
      label: `${sign}${field.name}:${quoted(each)}`,
      hint: field.label,
      start: begun.start,
      end: caret,
      goesOn: false,
    }));
}

function valuesFor(
  { name, label, kind, values, example }: SearchField,
  { start, end, value }: Token,
  sign: string,
  seen: readonly string[],
): Completion[] {
  const typed = value.replace(/^"|"$/g, "").toLowerCase();
  const known = [...new Set([...(values ?? []), ...seen])].filter(
    (each) => each.toLowerCase().startsWith(typed) && !same(quoted(each), value),
  );
  const offered = known.map((each) => ({ text: `${sign}${name}:${quoted(each)}`, hint: label }));
  const usual =
    typed !== ""
      ? []
      : [
          ...(COMPARED[kind] ? [{ text: example, hint: label }] : []),
          { text: `${sign}${name}:none`, hint: `${label} is empty` },
        ];
  return [...offered, ...usual]
    .slice(0, MOST_OFFERED)
    .map((each) => ({ ...each, label: each.text, start, end, goesOn: false }));
}

/** The text and the caret once a completion is taken. */
export function completed(
  text: string,
  { text: insert, start, end, goesOn }: Completion,
): { text: string; caret: number } {
  const filled = goesOn ? insert : `${insert} `;
  const rest = text.slice(end);
  return { text: text.slice(0, start) + filled + (goesOn ? rest : rest.trimStart()), caret: start + filled.length };
}
