// The list or search that a person works on goes with them from tab to tab, until they choose another.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ApiError } from "../api/client.ts";
import type { OriginChoices, Overview, WorkflowMeta } from "../api/types.ts";
import { linkTo } from "../text/url.ts";
import type { Filtering } from "./address.ts";

export type Tab = Pick<WorkflowMeta, "name" | "kebab" | "table_path" | "opens_with">;

let followed: string | null = null;
const watchers = new Set<() => void>();

export function follow(origin: string | null): void {
  if (origin === followed) return;
  followed = origin;
  for (const tell of watchers) tell();
}

export function useFollowed(): string | null {
  return useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    () => followed,
  );
}

/** Rows do not come from rows of their own table: a search has no search that it came from. */
export function originFor({ table_path }: Pick<WorkflowMeta, "table_path">, origin: string | null): string | null {
  const table = origin?.split(":")[0]?.replaceAll("_", "-");
  return table !== undefined && table_path?.endsWith(`/${table}`) ? null : origin;
}

/** A tab whose rows come from no list refuses the one that came along; what a person asked for is theirs to correct. */
export function isAstray(
  filtering: Filtering,
  error: Error | null,
  offered: OriginChoices["items"] | undefined,
): boolean {
  const { origin, search, sort } = filtering;
  const isRefused = error instanceof ApiError && error.code === "bad_request";
  return (
    isRefused &&
    origin !== null &&
    origin === followed &&
    search === "" &&
    sort === null &&
    offered?.every((each) => each.origin !== origin) === true
  );
}

/** Whoever clears filters wants all rows, in the next tab too. */
export function clearFilters(filterBy: (wanted: Partial<Filtering>) => void, more: Partial<Filtering> = {}): void {
  follow(null);
  filterBy({ status: [], search: "", origin: null, ...more });
}

/** Where there is something to decide, or nobody knows yet, that is what is opened. */
export function tabAddress(tab: Tab, undecided: number | undefined, origin: string | null): string {
  const from = originFor(tab, origin);
  if (undecided !== 0) return linkTo(tab.kebab, { status: "New", origin: from });
  return linkTo(tab.kebab, { q: from === null ? tab.opens_with : null, origin: from });
}

/** For keys and choices, which ask when they are used: no screen is drawn again for every count. */
export function tabAddressNow(client: QueryClient, tab: Tab): string {
  const overview = client.getQueryData<Overview>(["overview"])?.workflows.find(({ name }) => name === tab.name);
  return tabAddress(tab, overview?.counts.New, followed);
}

export function useTabAddress(): (tab: Tab) => string {
  const client = useQueryClient();
  return (tab) => tabAddressNow(client, tab);
}
