// Why a search may find nothing although it reads well: what looks like syntax and is looked for as text.
import { type Token, tokensOf } from "./tokens.ts";

const COMPARISON = /^-?([A-Za-z]\w{0,62})(>=|<=|>|<)(.{1,60})$/s;

/** The first thing that its writer may have meant otherwise.
 *
 * @example searchHint("rating>4") // "To compare, write rating:>4."
 */
export function searchHint(search: string): string {
  for (const token of tokensOf(search)) {
    const hint = hintOn(token);
    if (hint !== "") return hint;
  }
  return "";
}

function hintOn({ field, value, negated }: Token): string {
  if (field !== null) return /^[\p{L}\d]/u.test(value) && !negated && !isAsked(field) ? partly(field, value) : "";
  if (value === "OR" || value === "AND") return `${value} is looked for as a word; all of a search must hold.`;
  const [, name, operator, than] = COMPARISON.exec(value) ?? [];
  if (name) return `To compare, write ${name}:${operator}${than}.`;
  return /^[()]|[()]$/.test(value) ? "Brackets are looked for as they are written; they group nothing." : "";
}

const isAsked = (field: string): boolean => field === "has" || field === "no";

/** Numbers, stretches and what is empty have no parts. */
const partly = (field: string, value: string): string =>
  /^\d|\.\.|^none$/i.test(value) ? "" : `${field} is looked for whole; ${field}:~${value} finds a part of it.`;
