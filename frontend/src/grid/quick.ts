// Filters that a person thinks of, as tokens of the search, so that they can be read, edited, kept in a view and sent as a link. Pure.
import type { ColumnKind, SearchField } from "../api/types.ts";
import { quoted } from "./tokens.ts";

export interface QuickFilter {
  words: string;
  token: string;
}

const HAS: Partial<Record<ColumnKind, string>> = { email: "Has e-mail", phone: "Has phone" };

export function quickFilters(fields: readonly SearchField[], user: string): QuickFilter[] {
  const named = (name: string) => fields.some((field) => field.name === name);
  const isContact = fields.some(({ kind }) => kind === "email");
  return [
    ...fields.flatMap(({ name, kind }) => {
      const words = HAS[kind];
      return words ? [{ words, token: `-${name}:none` }] : [];
    }),
    ...(isContact && named("name") ? [{ words: "Has person", token: "-name:none" }] : []),
    ...(named("website") ? [{ words: "Has website", token: "-website:none" }] : []),
    ...(named("verification") ? [{ words: "Verified", token: "verification:valid" }] : []),
    { words: "New since yesterday", token: "made:24h" },
    { words: "Decided by me", token: `by:${quoted(user)}` },
  ];
}
