// Which parts of a text are worth a mark: addresses, numbers, the words that were looked for.
export type MarkKind = "value" | "email" | "phone" | "word";
export interface Piece {
  text: string;
  mark: MarkKind | null;
}
interface Span {
  from: number;
  to: number;
  mark: MarkKind;
}

// Every repeat is bounded: a page may be one long word.
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}/gi;
const PHONE = /(?<![\w+.-])(?:\+|\(\+?)?\d(?:[ ()./-]{0,3}\d){6,14}(?![\w-])/g;
const DATE = /^(?:19|20)\d\d[-./ ]\d{1,2}[-./ ]\d{1,2}|^\d{1,2}[./]\d{1,2}[./]\d{4}/;
const TOKEN = /-?\b[a-z_]{1,40}:(?:"[^"]{0,400}"|\S{0,400})|(?<!\S)-(?:"[^"]{0,400}"?|\S{0,400})/gi;
const MOST_WORDS = 12;
const MOST_MARKS = 500;
// Abroad, at home, or in North America's threes and four: tax, company and account numbers have other forms.
const DIALLED = /^(?:\+|00|\(?0\d|\()|^(?:1[-. ]?)?\d{3}[-. ]\d{3}[-. ]\d{4}$/;
const FEWEST_DIGITS = 8;

/**
 * The text in order, cut where marks begin and end. What overlaps an earlier mark is left out.
 * Where the row's own values are known, other addresses and numbers are somebody else's and have no mark.
 */
export function pieces(text: string, words: readonly string[] = [], values: readonly string[] = []): Piece[] {
  const guessed = values.length > 0 ? [] : [...matches(text, EMAIL, "email"), ...phones(text)];
  return cut(text, [...spans(text, values, "value"), ...guessed, ...spans(text, words, "word", true)]);
}

/** Only these values, wherever they stand. */
export const withValues = (text: string, values: readonly string[]): Piece[] => cut(text, spans(text, values, "value"));

function cut(text: string, found: Span[]): Piece[] {
  const rank: Record<MarkKind, number> = { value: 0, email: 1, phone: 2, word: 3 };
  found.sort((one, other) => one.from - other.from || rank[one.mark] - rank[other.mark]);
  const out: Piece[] = [];
  let at = 0;
  for (const { from, to, mark } of found.slice(0, MOST_MARKS)) {
    if (from < at) continue;
    if (from > at) out.push({ text: text.slice(at, from), mark: null });
    out.push({ text: text.slice(from, to), mark });
    at = to;
  }
  if (at < text.length) out.push({ text: text.slice(at), mark: null });
  return out;
}

/** What a person searched for, without the `field:value` tokens and the words that are left out. */
export function plainWords(search: string): string[] {
  const words = search.replace(TOKEN, " ").match(/[\p{L}\p{N}]{2,40}/gu) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, MOST_WORDS);
}

function matches(text: string, pattern: RegExp, mark: MarkKind): Span[] {
  return [...text.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length, mark }));
}

/** Numbers that look dialled; dates are none. */
function phones(text: string): Span[] {
  return matches(text, PHONE, "phone").filter(({ from, to }) => {
    const found = text.slice(from, to);
    const digits = found.replace(/\D/g, "").length;
    return digits >= FEWEST_DIGITS && DIALLED.test(found) && !DATE.test(found);
  });
}

function spans(text: string, wanted: readonly string[], mark: MarkKind, isBeginning = false): Span[] {
  const parts = wanted.filter(Boolean).map((each) => anyWriting(each) ?? literally(each));
  if (parts.length === 0) return [];
  const start = isBeginning ? "(?<![\\p{L}\\p{N}])" : "";
  return matches(text, new RegExp(`${start}(?:${parts.join("|")})`, "giu"), mark);
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const BETWEEN = "[ ()./-]{0,3}";
const OWN_DIGITS = 7;
const AREA_DIGITS = 2;

/** A number in its international form, as pages write it: with or without the country, spaced anyhow. */
function anyWriting(value: string): string | null {
  if (!/^\+\d{9,15}$/.test(value)) return null;
  const digits = [...value.slice(1)];
  const area = digits.slice(0, -OWN_DIGITS);
  const areas = area.map((_, skipped) => area.slice(skipped)).filter((each) => each.length >= AREA_DIGITS);
  const own = digits.slice(-OWN_DIGITS).join(BETWEEN);
  return `(?<![\\w+])\\+?\\(?0?(?:${areas.map((each) => each.join(BETWEEN)).join("|")})${BETWEEN}${own}(?!\\d)`;
}
