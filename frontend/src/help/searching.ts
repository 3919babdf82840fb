// Which documents speak of what was typed, and where. Pure.
import type { HelpDocument } from "../api/types.ts";

export interface Hit {
  document: HelpDocument;
  /** The line that speaks of it, without its marks. */
  line: string;
}

const MOST = 20;
const LONGEST = 160;

export const wordsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

export const hasAll = (words: readonly string[]) => {
  return (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
};

/** Titles before text; of each document the line that has most of the words. */
export function hits(documents: readonly HelpDocument[], typed: string): Hit[] {
  const words = wordsIn(typed);
  if (words.length === 0) return documents.map((document) => ({ document, line: "" }));
  const matches = hasAll(words);
  const found = documents.filter(({ text, title }) => matches(`${title} ${text}`));
  return found
    .toSorted((one, other) => Number(matches(other.title)) - Number(matches(one.title)))
    .slice(0, MOST)
    .map((document) => ({ document, line: best(document.text, words) }));
}

function best(text: string, words: readonly string[]): string {
  const score = (line: string) => words.filter((word) => line.toLowerCase().includes(word)).length;
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("![") && !line.startsWith("# "));
  const top = lines.reduce((before, line) => (score(line) > score(before) ? line : before), "");
  const tidy = top
    .replace(/[*`#|]/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim();
  return tidy.length > LONGEST ? `${tidy.slice(0, LONGEST)}…` : tidy;
}
