import type { RowFilter } from "../api/types.ts";
import type { Place } from "./paging.ts";

export interface Wanted {
  filter: RowFilter;
  sort: string;
  place: Place;
  size: number;
}
/** What is asked for where the address says nothing. */
export interface ListDefaults {
  sort: string;
  size: number;
}

export function listParameters({ filter, sort, place, size }: Wanted) {
  return {
    status_filter: filter.states,
    search: filter.search,
    origin: filter.origin,
    sort,
    page: place.after ? 1 : place.page,
    size,
    after: place.after,
  };
}
