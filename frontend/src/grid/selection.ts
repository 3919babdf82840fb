// Which rows a person has chosen: some by name, or every row that matches but a few. Values only; nothing here changes one.
import type { Page, RowFilter } from "../api/types.ts";

export type Selection =
  | { readonly kind: "ids"; readonly ids: ReadonlySet<string> }
  | {
      readonly kind: "all";
      readonly filter: RowFilter;
      readonly except: ReadonlySet<string>;
      /** How many there were at that moment; null where nobody had counted exactly. */
      readonly seen: number | null;
    };

export const NOTHING: Selection = { kind: "ids", ids: new Set() };

/** What a list had at the moment of choosing: rows that come later are not meant. */
export type Moment = Pick<Page, "through" | "total" | "total_is_estimate">;

export const allMatching = (filter: RowFilter, moment?: Moment): Selection => ({
  kind: "all",
  filter: moment ? { ...filter, through: moment.through } : filter,
  except: new Set(),
  seen: moment && !moment.total_is_estimate ? moment.total : null,
});

/** Ids are made in the order of time. */
const isLater = ({ through }: RowFilter, id: string): boolean => !!through && id > through;

export function isChosen(selection: Selection, id: string): boolean {
  if (selection.kind === "ids") return selection.ids.has(id);
  return !selection.except.has(id) && !isLater(selection.filter, id);
}

export const isNothing = (selection: Selection): boolean => selection.kind === "ids" && selection.ids.size === 0;

/** How many rows are meant; null while nobody has counted what matches. */
export function chosenCount(selection: Selection, matching: number | null): number | null {
  if (selection.kind === "ids") return selection.ids.size;
  const { seen, except } = selection;
  return matching === null ? null : Math.max(0, Math.min(matching, seen ?? matching) - except.size);
}

/** How many more match now than when everything was chosen. */
export const cameSince = (selection: Selection, matching: number | null): number =>
  selection.kind === "all" && selection.seen !== null ? Math.max(0, (matching ?? 0) - selection.seen) : 0;

export function choose(selection: Selection, ids: Iterable<string>, chosen: boolean): Selection {
  const named = new Set(selection.kind === "ids" ? selection.ids : selection.except);
  const adds = chosen === (selection.kind === "ids");
  for (const id of ids) {
    if (adds) named.add(id);
    else named.delete(id);
  }
  return selection.kind === "ids" ? { kind: "ids", ids: named } : { ...selection, except: named };
}

export const toggle = (selection: Selection, id: string): Selection =>
  choose(selection, [id], !isChosen(selection, id));

/** The rows from one to the other, in the order in which they are shown; an end that is not shown counts for nothing. */
export function between(order: readonly string[], from: string | null, to: string): string[] {
  const end = order.indexOf(to);
  const start = from === null ? end : order.indexOf(from);
  if (end < 0) return [];
  if (start < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

export type PageMark = "none" | "some" | "all";

export function pageMark(selection: Selection, page: readonly string[]): PageMark {
  const chosen = page.filter((id) => isChosen(selection, id)).length;
  if (chosen === 0) return "none";
  return chosen === page.length ? "all" : "some";
}

/** What is left once the first few of it were tried. */
export function withoutTried(selection: Selection, tried: Iterable<string>): Selection {
  return choose(selection, tried, false);
}

/** A list that was asked for anew: rows that it had and has no longer are not chosen any more, since nobody sees them. */
export function withoutGone(selection: Selection, before: readonly string[], now: readonly string[]): Selection {
  const there = new Set(now);
  const gone = before.filter((id) => selection.kind === "ids" && selection.ids.has(id) && !there.has(id));
  return gone.length > 0 ? choose(selection, gone, false) : selection;
}
