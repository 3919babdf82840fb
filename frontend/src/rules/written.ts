// A rule as it is written, and the whole book of them: the server takes all rules at once.
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { get, put } from "../api/client.ts";
import type { Rule, WrittenRule } from "../api/types.ts";

export const EMPTY: WrittenRule = {
  name: "",
  action: "queue",
  when: "",
  at_most: null,
  per: null,
  first: [],
  enough: {},
  after: [],
};

/** The server leaves out of a kept rule what is as at the beginning. */
export function written(kept: Readonly<Record<string, unknown>>): WrittenRule {
  return {
    name: text(kept.name),
    action: kept.action === "skip" ? "skip" : "queue",
    when: text(kept.when),
    at_most: typeof kept.at_most === "number" ? kept.at_most : null,
    per: typeof kept.per === "string" ? kept.per : null,
    first: texts(kept.first),
    enough: numbers(kept.enough),
    after: texts(kept.after),
  };
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : []);
const numbers = (value: unknown): Record<string, number> =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).filter((pair): pair is [string, number] => typeof pair[1] === "number"))
    : {};

export type Book = Record<string, WrittenRule[]>;

export function bookOf(items: readonly Rule[]): Book {
  const book: Book = {};
  for (const rule of items) {
    const there = book[rule.workflow] ?? [];
    there.push({ ...written(rule.written), name: rule.name });
    book[rule.workflow] = there;
  }
  return book;
}

/** The draft in the place of the rule it was made from, or after all others. */
export function withDraft(rules: readonly WrittenRule[], before: string | null, draft: WrittenRule): WrittenRule[] {
  const at = rules.findIndex(({ name }) => name === before);
  return at < 0 ? [...rules, draft] : rules.with(at, draft);
}

export const RULES = queryOptions({ queryKey: ["rules"], queryFn: ({ signal }) => get("/rules", {}, signal) });

/** From those that the person has read; where others changed them since, nothing is changed and the server says so. */
export async function changeRules(
  client: QueryClient,
  read: readonly Rule[],
  workflow: string,
  change: (rules: WrittenRule[]) => WrittenRule[],
): Promise<string[]> {
  const before = bookOf(read);
  try {
    const rules = { ...before, [workflow]: change(before[workflow] ?? []) };
    return (await put("/rules", { rules, before })).differences;
  } finally {
    await client.invalidateQueries({ queryKey: ["rules"] });
  }
}
