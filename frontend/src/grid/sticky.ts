// Nothing moves under the pointer: what the server now lists is laid over what is shown.
import type { Page, Row, RowFilter, State } from "../api/types.ts";
import { plural } from "../text/numbers.ts";

/** A page as it is shown; the next answer lies over it. */
export interface HeldPage extends Page {
  /** Rows that the server no longer lists here. */
  gone: readonly string[];
  /** Of those, rows of which it was asked what they became: nobody did that here. */
  byOthers: readonly string[];
  /** How many rows came in above or between since the page was opened. */
  arrived: number;
}

/** The rows stay in their places with their fresh values. Rows that only moved up from the next page are no news; those that come after the last row of all stand below it. */
export function laidOver(
  before: Page,
  { items: fresh, next, total, page, size }: Page,
): Pick<HeldPage, "items" | "gone" | "arrived"> {
  const now = new Map(fresh.map((row) => [row.id, row]));
  const there = new Set(before.items.map(({ id }) => id));
  const lastKept = fresh.findLastIndex(({ id }) => there.has(id));
  const lastStanding = before.items.findLastIndex(({ id }) => now.has(id));
  // What came in above pushes the last rows to the next page, where they match as before.
  const isPushed =
    next !== null && (lastKept < 0 ? (total ?? 0) > (before.total ?? Infinity) : lastKept === fresh.length - 1);
  // What went above pulls the first rows to the page before, where they match as before. A page by cursor begins where it did.
  const isPulled = page > 1 && fresh[0] !== undefined && there.has(fresh[0].id);
  const firstStanding = before.items.findIndex(({ id }) => now.has(id));
  const isElsewhere = (index: number) => (isPushed && index > lastStanding) || (isPulled && index < firstStanding);
  const after = before.next === null ? fresh.slice(lastKept + 1) : [];
  const below = after.slice(0, Math.max(0, size - before.items.length));
  return {
    items: [...before.items.map((row) => sameUnlessChanged(row, now.get(row.id))), ...below],
    gone: before.items.filter(({ id }, index) => !now.has(id) && !isElsewhere(index)).map(({ id }) => id),
    arrived:
      fresh
        .slice(0, lastKept < 0 && isPushed && after.length === 0 ? fresh.length : lastKept + 1)
        .filter(({ id }) => !there.has(id)).length +
      after.length -
      below.length,
  };
}

/** Rows of the page that the answer does not have: a decision about many comes with no news of them. */
export function unlisted({ items }: HeldPage, { items: fresh }: Page): string[] {
  const now = new Set(fresh.map(({ id }) => id));
  return items.filter(({ id }) => !now.has(id)).map(({ id }) => id);
}

/** They stand where they are, and say what they became. */
export function withFates(page: HeldPage, fates: readonly Row[], states: readonly State[]): HeldPage {
  const now = new Map(fates.map((row) => [row.id, row]));
  const gone = new Set(page.gone);
  const isNews = (row: Row) => {
    const fate = now.get(row.id);
    return fate !== undefined && gone.has(row.id) && states.includes(row.state) && !states.includes(fate.state);
  };
  return {
    ...page,
    items: page.items.map((row) => sameUnlessChanged(row, now.get(row.id))),
    byOthers: [...page.byOthers, ...page.items.filter(isNews).map(({ id }) => id)],
  };
}

/** A row that is the same object is not drawn again. */
function sameUnlessChanged(before: Row, after: Row | undefined): Row {
  const isSame =
    after === undefined ||
    Object.keys(after).every(
      (name) => Object.is(before[name], after[name]) || JSON.stringify(before[name]) === JSON.stringify(after[name]),
    );
  return isSame ? before : after;
}

export interface News {
  arrived: number;
  /** The whole page is new: there may be more behind it. */
  isAll: boolean;
  byOthers: number;
  unmatched: number;
}

/** Under states alone, a row that is gone and was not seen to change was decided elsewhere. What a search finds may change by anyone's doing. */
export function newsOf(
  { items, gone, byOthers, arrived, size }: HeldPage,
  { states, search }: Pick<RowFilter, "states" | "search">,
): News {
  const others = new Set(byOthers);
  const isSeen = ({ id, state }: Row) => states.length > 0 && !states.includes(state) && !others.has(id);
  const seen = items.filter(isSeen).length;
  const unseen = items.filter((row) => gone.includes(row.id) && !isSeen(row)).length;
  const isKnown = states.length > 0 && search === "";
  return { arrived, isAll: arrived >= size, byOthers: isKnown ? unseen : 0, unmatched: isKnown ? seen : seen + unseen };
}

export function newsWords({ arrived, isAll, byOthers, unmatched }: News): string {
  const parts = [
    arrived > 0 ? (isAll ? `${arrived} and more new rows` : plural(arrived, "new row")) : "",
    byOthers > 0 ? `${plural(byOthers, "row")} changed by others` : "",
    unmatched > 0 ? `${plural(unmatched, "row")} no longer ${unmatched === 1 ? "matches" : "match"}` : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

export function merged(before: HeldPage | undefined, fresh: Page): HeldPage {
  if (!before) return { ...fresh, gone: [], byOthers: [], arrived: 0 };
  const laid = laidOver(before, fresh);
  return { ...fresh, ...laid, byOthers: before.byOthers.filter((id) => laid.gone.includes(id)) };
}
