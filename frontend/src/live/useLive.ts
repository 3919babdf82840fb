import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useMeta } from "../api/queries.ts";
import type { Meta, Overview, Page, RowsEvent, TickEvent } from "../api/types.ts";
import { decisionsAreKept } from "../shell/undo.ts";
import { catchingUp } from "./catchUp.ts";
import { type Connection, connect, connectionNow, type Events, type Kind, on, watchConnection } from "./stream.ts";

export function useConnection(): Connection {
  return useSyncExternalStore(watchConnection, connectionNow);
}

/** Why nothing that the server has to do can be done now. Decisions about rows that are seen wait for it. */
export function useOffline(): string | null {
  return useConnection().state === "offline"
    ? "The server cannot be reached. Decisions about rows that you see are kept and sent when it is back; all else waits."
    : null;
}

export function useEvent<K extends Kind>(kind: K, heard: (event: Events[K]) => void): void {
  const latest = useRef(heard);
  latest.current = heard;
  useEffect(() => on(kind, (event) => latest.current(event)), [kind]);
}

/** Keeps what is in memory as the server has it. Mounted once, by the shell. */
export function useLiveData(): void {
  const client = useQueryClient();
  const { name } = useMeta().user;
  useEffect(() => connect(name), [name]);
  const { hear, look } = useMemo(() => catchingUp(client, decisionsAreKept, () => document.hidden), [client]);
  useEffect(() => {
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [look]);
  const { state } = useConnection();
  useEffect(() => {
    if (state === "live")
      void client.refetchQueries({ type: "active", predicate: (query) => query.state.fetchFailureReason !== null });
  }, [state, client]);
  useEvent("rows", (event) => {
    patchLists(client, event);
    hear(event);
  });
  useEvent("tick", (event) => patchCounts(client, event));
  useEvent("bulk", hear);
  useEvent("workflow", ({ name, paused, changed_by }) => {
    client.setQueryData<Meta>(
      ["meta"],
      (meta) =>
        meta && {
          ...meta,
          workflows: meta.workflows.map((each) => (each.name === name ? { ...each, paused, changed_by } : each)),
        },
    );
    void client.invalidateQueries({ queryKey: ["overview"] });
    void client.invalidateQueries({ queryKey: ["settings"] });
  });
  useEvent("job", ({ job }) => {
    client.setQueryData(["job", job.id], job);
    void client.invalidateQueries({ queryKey: ["batches"] });
  });
  useEvent("export", () => void client.invalidateQueries({ queryKey: ["exports"] }));
  useEvent("resync", () => void client.invalidateQueries());
}

/** Rows change where they stand: none moves, none goes, none comes. */
function patchLists(client: QueryClient, { workflow, rows }: RowsEvent): void {
  const changed = new Map(rows.map((row) => [row.id, row]));
  client.setQueriesData<Page>({ queryKey: ["list", workflow] }, (page) => {
    if (!page?.items.some((row) => changed.has(row.id))) return page;
    return {
      ...page,
      items: page.items.map((row) => (changed.has(row.id) ? { ...row, ...withoutTitle(changed.get(row.id)) } : row)),
    };
  });
  for (const row of rows) void client.invalidateQueries({ queryKey: ["row", workflow, row.id] });
}

function withoutTitle(row: RowsEvent["rows"][number] | undefined): object {
  if (!row) return {};
  const { title: _, ...rest } = row;
  return rest;
}

function patchCounts(client: QueryClient, { at, counts, per_minute }: TickEvent): void {
  client.setQueryData<Overview>(
    ["overview"],
    (overview) =>
      overview && {
        ...overview,
        at,
        workflows: overview.workflows.map((each) => ({
          ...each,
          counts: counts[each.name] ?? each.counts,
          per_minute: per_minute[each.name] ?? each.per_minute,
        })),
      },
  );
}
