// Where a page lies: by number while that is cheap, from its neighbour beyond, at equal cost at any depth.
import type { Page } from "../api/types.ts";

const OFFSET_UNTIL = 10_000;

export interface Place {
  page: number;
  after: string | null;
}
type Neighbours = Pick<Page, "next" | "previous" | "total" | "total_is_estimate"> & { items: readonly unknown[] };

export function pageCount(total: number | null, size: number): number | null {
  return total === null ? null : Math.max(1, Math.ceil(total / size));
}

export function nextPlace({ page }: Place, size: number, shown: Neighbours): Place | null {
  if (shown.next === null) return null;
  return { page: page + 1, after: page * size >= OFFSET_UNTIL ? shown.next : null };
}

export function previousPlace({ page }: Place, size: number, shown: Neighbours | undefined): Place | null {
  if (page <= 1) return null;
  const isDeep = (page - 2) * size >= OFFSET_UNTIL;
  return { page: page - 1, after: isDeep ? (shown?.previous ?? null) : null };
}

/** The place of a page by its number, or why it cannot be gone to. */
export function jump(text: string, size: number, total: number | null, deepest: number): Place | string {
  const page = Number(text);
  if (!Number.isSafeInteger(page) || page < 1) return "Type the number of a page.";
  const pages = pageCount(total, size);
  if (pages !== null && page > pages) return `There are ${pages.toLocaleString()} pages.`;
  if ((page - 1) * size > deepest)
    return `Page ${page.toLocaleString()} lies deeper than ${deepest.toLocaleString()} rows: filter first, or sort the other way round.`;
  return { page, after: null };
}

/** First and last row of the page, counted from 1; null when it has none. */
export function rowRange(page: number, size: number, shown: number): [number, number] | null {
  return shown === 0 ? null : [(page - 1) * size + 1, (page - 1) * size + shown];
}
