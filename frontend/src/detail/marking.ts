// Which parts of a text are worth a mark: addresses, numbers, the words that were looked for.
export type MarkKind = "value" | "email" | "phone" | "word";
export interface Piece { text: string; mark: MarkKind | null }
interface Span { from: number; to: number; mark: MarkKind }

// Every repeat is bounded: a page may be one long word.
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}/gi;
const PHONE = /(?<![\w+.-])(?:\+|\(\+?)?\d(?:[ ()./-]{0,3}\d){6,14}(?![\w-])/g;
const DATE = /^\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|^\d{1,2}[./]\d{1,2}[./]\d{4}/;
const TOKEN = /-?\b[a-z_]{1,40}:(?:"[^"]{0,400}"|\S{0,400})/gi;
const MOST_WORDS = 12;
const MOST_MARKS = 500;
const FEWEST_DIGITS = 9;

/** The text in order, cut where marks begin and end. What overlaps an earlier mark is left out. */
export function pieces(text: string, words: readonly string[] = [], values: readonly string[] = []): Piece[] {
  const found = [...spans(text, values, "value"), ...matches(text, EMAIL, "email"), ...phones(text), ...spans(text, words, "word", true)];
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

/** What a person searched for, without the `field:value` tokens. */
export function plainWords(search: string): string[] {
  const words = search.replace(TOKEN, " ").match(/[\p{L}\p{N}]{2,40}/gu) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, MOST_WORDS);
}

function matches(text: string, pattern: RegExp, mark: MarkKind): Span[] {
  return [...text.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length, mark }));
}

/** Numbers that are long enough, or say that they are international; dates are none. */
function phones(text: string): Span[] {
  return matches(text, PHONE, "phone").filter(({ from, to }) => {
    const found = text.slice(from, to);
    const digits = found.replace(/\D/g, "").length;
    return !DATE.test(found) && (digits >= FEWEST_DIGITS || found.startsWith("+"));
  });
}

function spans(text: string, wanted: readonly string[], mark: MarkKind, isBeginning = false): Span[] {
  const parts = wanted.filter(Boolean).map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (parts.length === 0) return [];
  const start = isBeginning ? "(?<![\\p{L}\\p{N}])" : "";
  return matches(text, new RegExp(`${start}(?:${parts.join("|")})`, "giu"), mark);
}
