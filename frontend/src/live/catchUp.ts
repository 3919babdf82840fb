// What the news of a row leaves out: its other values, and every count that it is part of. Asked for once the news has
// calmed for a moment, one round after the other, so that a busy worker does not become a busy browser.
import type { QueryClient } from "@tanstack/react-query";
import type { Page, RowsEvent } from "../api/types.ts";

const CALM = 1_500;

/** `decisionsAreKept` is waited for: an answer from before would show what the person has just changed. */
export function catchingUp(client: QueryClient, decisionsAreKept: () => Promise<unknown>, calm: number = CALM): (event: RowsEvent) => void {
  const touched = new Set<string>();
  const finished = new Set<string>();
  let isDue = false;

  const round = async (): Promise<void> => {
    await decisionsAreKept();
    const workflows = new Set(touched);
    const ids = new Set(finished);
    touched.clear();
    finished.clear();
    await Promise.all([
      ...[...workflows].map((workflow) => client.invalidateQueries({ queryKey: ["facets", workflow] })),
      client.invalidateQueries({ queryKey: ["list"], predicate: ({ state }) => holdsAny(state.data, ids) }),
      ids.size > 0 && client.invalidateQueries({ queryKey: ["limits"] }),
    ]);
  };
  const later = (): void => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => void round().finally(() => {
      isDue = false;
      if (touched.size > 0) later();
    }), calm);
  };
  return ({ workflow, rows }) => {
    touched.add(workflow);
    for (const { id, processing_status } of rows) if (processing_status === "Complete" || processing_status === "Error") finished.add(id);
    later();
  };
}

function holdsAny(page: unknown, ids: ReadonlySet<string>): boolean {
  return isPage(page) && page.items.some(({ id }) => ids.has(id));
}

const isPage = (value: unknown): value is Page => typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items);
