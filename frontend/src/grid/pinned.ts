// `id:…` and `batch:…` come from links and name rows that somebody means: a person reads them as words, not as keys. Pure.
import type { Job } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { dayAndTime } from "../text/time.ts";
import { hasToken, type Token, tokensOf } from "./tokens.ts";

export interface Pinned {
  field: "id" | "batch";
  id: string;
  negated: boolean;
  written: string;
}

const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function pinnedOf({ field, value, negated }: Token): Pinned | null {
  if ((field !== "id" && field !== "batch") || !KEY.test(value)) return null;
  return { field, id: value.toLowerCase(), negated, written: `${negated ? "-" : ""}${field}:${value}` };
}

/** Those of a search, and the rest of it as it is typed, up to the blank at its end. */
export function pinnedIn(text: string): { pinned: Pinned[]; rest: string } {
  const pinned: Pinned[] = [];
  let rest = "";
  let read = 0;
  for (const token of tokensOf(text)) {
    const found = pinnedOf(token);
    if (!found) continue;
    pinned.push(found);
    rest += text.slice(read, token.start);
    read = token.end;
    while (text[read] === " ") read += 1;
  }
  if (pinned.length === 0) return { pinned, rest: text };
  return { pinned, rest: read < text.length ? rest + text.slice(read) : rest.trimEnd() };
}

export function withPinned(pinned: readonly Pinned[], text: string): string {
  const kept = pinned.map(({ written }) => written).filter((written) => !hasToken(text, written));
  return [...kept, ...(text === "" ? [] : [text])].join(" ");
}

const DID: Readonly<Record<string, string>> = { Queued: "queued", Skipped: "skipped", New: "reset to New" };

/** Where the rows of a batch come from, or who decided what about them. */
export function batchWords({ what, status, made_by, made_at }: Job, user: string, now?: Date): string {
  const when = dayAndTime(made_at, now);
  if (what) return `${what.charAt(0).toUpperCase()}${shown(what, 80).slice(1)}, ${when}`;
  return `What ${made_by === user ? "you" : shown(made_by, 60)} ${DID[status] ?? `set to ${status}`}, ${when}`;
}

export const negatedWords = (words: string): string => `Not: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
