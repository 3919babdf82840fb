// A page of rows: asked for, held where it is, and its neighbour fetched while nobody waits.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { ApiError, get } from "../api/client.ts";
import type { RowFilter, WorkflowMeta } from "../api/types.ts";
import { useEvent } from "../live/useLive.ts";
import { listParameters, type Wanted } from "./listParameters.ts";
import { nextPlace } from "./paging.ts";
import { merged, type HeldPage } from "./sticky.ts";

const LOOK_FOR_NEW_EVERY = 8_000;

function listQuery(workflow: WorkflowMeta, wanted: Wanted) {
  const parameters = listParameters(wanted);
  return {
    queryKey: ["list", workflow.name, parameters] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => get<HeldPage>(`${workflow.path}/list`, parameters, signal),
    structuralSharing: (before: unknown, fresh: unknown) => merged(before as HeldPage | undefined, fresh as HeldPage),
  };
}

export function useRows(workflow: WorkflowMeta, wanted: Wanted, enabled: boolean) {
  const client = useQueryClient();
  const key = JSON.stringify(listParameters(wanted));
  const options = useMemo(() => listQuery(workflow, wanted), [workflow.path, key]);
  const query = useQuery({ ...options, enabled });
  const last = useRef<HeldPage>(undefined);
  if (query.data) last.current = query.data;
  const isRefused = query.error instanceof ApiError && query.error.status < 500;
  const page = query.data ?? (isRefused ? last.current : undefined);
  const isShown = query.data !== undefined && !query.isPlaceholderData;

  useNextPage(workflow, wanted, isShown && !query.isFetching ? page : undefined);
  useForgottenPages(workflow, options.queryKey, wanted.filter);
  useNewRows(workflow, wanted.place.page === 1, query.refetch);

  const refresh = useCallback(async () => {
    client.setQueryData<HeldPage>(options.queryKey, (held) => held && { ...held, replace: true });
    await client.refetchQueries({ queryKey: options.queryKey, exact: true });
  }, [client, options]);
  /** Rows of the search before, which stay in sight while the new one is refused. */
  const isOutdated = page !== undefined && isRefused && !isShown;
  return { page, isShown, isOutdated, isLoading: query.isFetching && !isShown, isFetching: query.isFetching, error: isShown ? null : query.error, refresh };
}

/** The page after this one, once this one is there. */
function useNextPage(workflow: WorkflowMeta, wanted: Wanted, page: HeldPage | undefined): void {
  const client = useQueryClient();
  const place = page ? nextPlace(wanted.place, wanted.size, page) : null;
  const key = place ? JSON.stringify(listParameters({ ...wanted, place })) : null;
  useEffect(() => {
    if (!place) return;
    const prefetch = () => void client.prefetchQuery(listQuery(workflow, { ...wanted, place }));
    const waiting = requestIdleCallback(prefetch, { timeout: 1_000 });
    return () => cancelIdleCallback(waiting);
  }, [client, workflow.path, key]);
}

/** A page that was left with rows that no longer belong there is asked for anew the next time. */
function useForgottenPages(workflow: WorkflowMeta, queryKey: readonly unknown[], { states }: RowFilter): void {
  const client = useQueryClient();
  useEffect(() => () => {
    const held = client.getQueryData<HeldPage>(queryKey);
    const isTouched = held && (held.gone.length > 0 || held.items.some(({ state }) => states.length > 0 && !states.includes(state)));
    if (isTouched) setTimeout(() => client.removeQueries({ queryKey, exact: true, type: "inactive" }));
  }, [client, queryKey]);
  useEvent("bulk", (event) => {
    if (event.workflow === workflow.name) client.removeQueries({ queryKey: ["list", workflow.name], type: "inactive" });
  });
}

/** Where newer rows would come first, counts that grew are a reason to look for them. */
function useNewRows(workflow: WorkflowMeta, isFirst: boolean, look: () => unknown): void {
  const seen = useRef({ counts: "", at: 0 });
  useEvent("tick", ({ counts }) => {
    const now = JSON.stringify(counts[workflow.name]);
    const isDue = Date.now() - seen.current.at > LOOK_FOR_NEW_EVERY;
    if (!isFirst || now === seen.current.counts || !isDue) return;
    const isKnown = seen.current.at > 0;
    seen.current = { counts: now, at: Date.now() };
    if (isKnown) look();
  });
}
