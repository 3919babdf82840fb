// The list or search that a person works on goes with them from tab to tab, until they choose another.
import { useSyncExternalStore } from "react";
import type { WorkflowMeta } from "../api/types.ts";

let followed: string | null = null;
const watchers = new Set<() => void>();

export function follow(origin: string | null): void {
  if (origin === followed) return;
  followed = origin;
  watchers.forEach((tell) => tell());
}

export function useFollowed(): string | null {
  return useSyncExternalStore((tell) => { watchers.add(tell); return () => watchers.delete(tell); }, () => followed);
}

/** Rows do not come from rows of their own table: a search has no search that it came from. */
export function originFor({ table_path }: Pick<WorkflowMeta, "table_path">, origin: string | null): string | null {
  const table = origin?.split(":")[0]?.replaceAll("_", "-");
  return table !== undefined && table_path?.endsWith(`/${table}`) ? null : origin;
}
