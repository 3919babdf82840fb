// Filters that a person thinks of, as tokens of the search, so that they can be read, edited, kept in a view and sent as a link. Pure.
import type { ColumnKind, SearchField } from "../api/types.ts";
import { number } from "../text/numbers.ts";
import { quoted, tokenFor } from "./tokens.ts";

export interface QuickFilter {
  words: string;
  token: string;
}

const HAS: Partial<Record<ColumnKind, string>> = { email: "Has e-mail", phone: "Has phone" };

/** `lists` are the tags that rows of the tab have. */
export function quickFilters(
  fields: readonly SearchField[],
  user: string,
  lists: readonly { tag: string; count: number }[] = [],
): QuickFilter[] {
  const named = (name: string) => fields.some((field) => field.name === name);
  const isContact = fields.some(({ kind }) => kind === "email");
  return [
    ...fields.flatMap(({ name, kind }) => {
      const words = HAS[kind];
      return words ? [{ words, token: `-${name}:none` }] : [];
    }),
    ...(isContact && named("name") ? [{ words: "Has person", token: "-name:none" }] : []),
    ...(named("website") ? [{ words: "Has website", token: "-website:none" }] : []),
    ...(named("reach") ? [{ words: "Cannot be reached", token: "reach:none" }] : []),
    ...(named("verification") ? [{ words: "Verified", token: "verification:valid" }] : []),
    ...(named("delivered_at")
      ? [
          { words: "Sent", token: "-delivered_at:none" },
          { words: "Not sent", token: "delivered_at:none" },
        ]
      : []),
    { words: "New since yesterday", token: "made:24h" },
    { words: "On a list", token: "-tag:none" },
    { words: "With a note", token: "-note:none" },
    ...lists.map(({ tag, count }) => ({ words: `On the list ${tag} (${number(count)})`, token: tokenFor("tag", tag) })),
    { words: "Decided by me", token: `by:${quoted(user)}` },
  ];
}
