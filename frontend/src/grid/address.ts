// What the address says is seen: filter, order, page, the open row, the view.
import type { RowFilter, State, ViewContent } from "../api/types.ts";

const KNOWN: Record<State, true> = {
  New: true,
  Queued: true,
  Processing: true,
  Complete: true,
  Error: true,
  Skipped: true,
};
const isState = (value: string): value is State => Object.hasOwn(KNOWN, value);

export interface GridAddress {
  status: State[];
  search: string;
  sort: string | null;
  origin: string | null;
  page: number;
  size: number | null;
  after: string | null;
  item: string | null;
  review: boolean;
  view: string | null;
}
export type Filtering = Pick<GridAddress, "status" | "search" | "sort" | "origin">;
export type Parameters = Record<string, string | readonly string[] | number | null>;

export function readAddress(parameters: URLSearchParams): GridAddress {
  return {
    status: parameters.getAll("status").filter(isState),
    search: parameters.get("q") ?? "",
    sort: parameters.get("sort"),
    origin: parameters.get("origin"),
    page: wholeAbove0(parameters.get("page")) ?? 1,
    size: wholeAbove0(parameters.get("size")),
    after: parameters.get("after"),
    item: parameters.get("item"),
    review: parameters.get("review") === "1",
    view: parameters.get("view"),
  };
}

function wholeAbove0(text: string | null): number | null {
  const value = Number(text);
  return text !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** An address that names only a view means what the view says; one that says more means what it says. */
export function withView(address: GridAddress, content: ViewContent | undefined): GridAddress {
  const saysMore =
    address.status.length > 0 || address.search !== "" || address.sort !== null || address.origin !== null;
  if (!content || saysMore) return address;
  return { ...address, status: content.status, search: content.search, sort: content.sort, origin: content.origin };
}

/** Another filter or order begins at its first page. A view with nothing of its own left is no view any more. */
export function filterParameters(filtering: Filtering, view: string | null): Parameters {
  const { status, search, sort, origin } = filtering;
  const isBare = status.length === 0 && search === "" && sort === null && origin === null;
  return { status, q: search, sort, origin, view: isBare ? null : view, page: null, after: null };
}

export function filterOf({ status, search, origin }: Filtering): RowFilter {
  return { states: status, search: search.trim(), origin };
}

export function filterKey({ states, search, origin }: RowFilter): string {
  return JSON.stringify([[...states].sort(), search, origin]);
}

export const sameFilter = (one: RowFilter, other: RowFilter): boolean => filterKey(one) === filterKey(other);

/** A click takes this state alone, or gives it up if it is the only one; with Shift or Ctrl it adds or takes out. */
export function toggledState(status: readonly State[], state: State, adds: boolean): State[] {
  const isIn = status.includes(state);
  if (adds) return isIn ? status.filter((each) => each !== state) : [...status, state];
  return [state];
}

/** Upwards, downwards, then back to the usual order. */
export function nextSort(sort: string | null, column: string): string | null {
  if (sort === column) return `-${column}`;
  return sort === `-${column}` ? null : column;
}
