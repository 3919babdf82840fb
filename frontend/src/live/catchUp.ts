// What the news of a row leaves out: its other values, and every count that it is part of. Asked for once the news has
// calmed for a moment, one round after the other, so that a busy worker does not become a busy browser or database.
import type { QueryClient } from "@tanstack/react-query";
import type { BulkEvent, Page, RowsEvent } from "../api/types.ts";

const CALM = 1_500;
/** So many times what a round took is rested after it: a slow query is at work a fifth of the time at most. */
const REST = 4;

export interface CatchingUp {
  hear: (event: RowsEvent | BulkEvent) => void;
  /** What was heard while nobody could see it. */
  look: () => void;
}

/** `decisionsAreKept` is waited for: an answer from before would show what the person has just changed. */
export function catchingUp(
  client: QueryClient,
  decisionsAreKept: () => Promise<unknown>,
  isHidden: () => boolean,
  calm: number = CALM,
): CatchingUp {
  const touched = new Set<string>();
  const whole = new Set<string>();
  const finished = new Set<string>();
  let isDue = false;
  let restedAt = 0;

  const round = async (): Promise<void> => {
    await decisionsAreKept();
    const workflows = new Set(touched);
    const lists = new Set(whole);
    const ids = new Set(finished);
    for (const each of [touched, whole, finished]) each.clear();
    const begun = Date.now();
    await Promise.all([
      ...[...workflows].flatMap((workflow) =>
        ["facets", "map"].map((about) => client.invalidateQueries({ queryKey: [about, workflow] })),
      ),
      client.invalidateQueries({
        queryKey: ["list"],
        predicate: ({ queryKey, state }) => lists.has(String(queryKey[1])) || holdsAny(state.data, ids),
      }),
      client.invalidateQueries({
        queryKey: ["row"],
        predicate: ({ queryKey }) => lists.has(String(queryKey[1])) && queryKey[3] === "detail",
      }),
      lists.size > 0 && client.invalidateQueries({ queryKey: ["batches"] }),
      lists.size + ids.size > 0 && client.invalidateQueries({ queryKey: ["limits"] }),
    ]);
    restedAt = Date.now() + REST * (Date.now() - begun);
  };
  const later = (wait: number): void => {
    if (isDue || touched.size === 0 || isHidden()) return;
    isDue = true;
    setTimeout(
      () =>
        void (isHidden() ? Promise.resolve() : round()).finally(() => {
          isDue = false;
          later(calm);
        }),
      Math.max(wait, restedAt - Date.now()),
    );
  };
  const hear = (event: RowsEvent | BulkEvent): void => {
    touched.add(event.workflow);
    // A window that is hidden for a night would remember every row of it.
    if (event.kind === "bulk" || isHidden()) whole.add(event.workflow);
    else
      for (const { id, processing_status } of event.rows)
        if (processing_status === "Complete" || processing_status === "Error") finished.add(id);
    later(calm);
  };
  return { hear, look: () => later(0) };
}

function holdsAny(page: unknown, ids: ReadonlySet<string>): boolean {
  return isPage(page) && page.items.some(({ id }) => ids.has(id));
}

const isPage = (value: unknown): value is Page =>
  typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items);
