// Nothing moves under the pointer: what the server now lists is laid over what is shown.
import type { Page, Row } from "../api/types.ts";

/** A page as it is shown. The next answer lies over it, or takes its place when `replace` says so. */
export interface HeldPage extends Page {
  /** Rows that the server no longer lists here. */
  gone: readonly string[];
  /** How many rows came in above or between since the page was opened. */
  arrived: number;
  replace: boolean;
}

export const isHeld = (page: Page): page is HeldPage => "gone" in page;

/** The rows stay in their places with their fresh values. Rows that only moved up from the next page are no news. */
export function laidOver(before: readonly Row[], fresh: readonly Row[]): Pick<HeldPage, "items" | "gone" | "arrived"> {
  const now = new Map(fresh.map((row) => [row.id, row]));
  const there = new Set(before.map(({ id }) => id));
  const lastKept = fresh.findLastIndex(({ id }) => there.has(id));
  return {
    items: before.map((row) => sameUnlessChanged(row, now.get(row.id))),
    gone: [...there].filter((id) => !now.has(id)),
    arrived: fresh.slice(0, lastKept + 1).filter(({ id }) => !there.has(id)).length,
  };
}

/** A row that is the same object is not drawn again. */
function sameUnlessChanged(before: Row, after: Row | undefined): Row {
  const isSame = after === undefined || Object.keys(after).every((name) => Object.is(before[name], after[name]) || JSON.stringify(before[name]) === JSON.stringify(after[name]));
  return isSame ? before : after;
}

export function merged(before: HeldPage | undefined, fresh: Page): HeldPage {
  if (isHeld(fresh)) return fresh;
  if (!before || before.replace) return { ...fresh, gone: [], arrived: 0, replace: false };
  return { ...fresh, ...laidOver(before.items, fresh.items), replace: false };
}
