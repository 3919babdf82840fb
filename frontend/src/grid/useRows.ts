// A page of rows: asked for, held where it is, and its neighbour fetched while nobody waits.
import { hashKey, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { ApiError, get } from "../api/client.ts";
import type { RowFilter, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { useEvent } from "../live/useLive.ts";
import { agree, counted } from "./counts.ts";
import { listParameters, type Wanted } from "./listParameters.ts";
import { nextPlace } from "./paging.ts";
import { type HeldPage, merged, unlisted, withFates } from "./sticky.ts";

const LOOK_AGAIN_AFTER = 2_000;
/** So many times what a look took is rested after it. */
const REST = 4;
/** Pages that a person has asked for anew, or come back to: the answer takes the place of what is shown. */
const asked = new Set<string>();

function listQuery(client: QueryClient, workflow: WorkflowMeta, wanted: Wanted) {
  const parameters = listParameters(wanted);
  const queryKey = ["list", workflow.name, parameters] as const;
  const name = hashKey(queryKey);
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      // Where a decision has cut it off, the rows stay in their places: the next look was not asked for.
      signal.onabort = () => queueMicrotask(() => client.isFetching({ queryKey, exact: true }) || asked.delete(name));
      const page = await get(`${pathOf(workflow)}/list`, parameters, signal);
      agree(client, workflow.name, wanted.filter, page);
      const isAnew = asked.delete(name);
      const laid = () => merged(isAnew ? undefined : client.getQueryData<HeldPage>(queryKey), page);
      const id = unlisted(laid(), page);
      if (id.length === 0) return laid();
      const fates = await get(`${pathOf(workflow)}/list`, { id, with_total: false }, signal);
      return withFates(laid(), fates.items, wanted.filter.states);
    },
    // What was there is laid under the answer above; a row that is the same stays the same object.
    structuralSharing: false as const,
  };
}

/** `matching` is how many rows the chips say there are. */
export function useRows(workflow: WorkflowMeta, wanted: Wanted, enabled: boolean, matching: number | undefined) {
  const client = useQueryClient();
  const key = JSON.stringify(listParameters(wanted));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted is in the key
  const options = useMemo(() => listQuery(client, workflow, wanted), [client, workflow.path, key]);
  const query = useQuery({ ...options, enabled });
  const last = useRef<HeldPage>(undefined);
  if (query.data) last.current = query.data;
  const isRefused = query.error instanceof ApiError && query.error.status < 500;
  const isShown = query.data !== undefined && !query.isPlaceholderData;
  const held = query.data ?? (isRefused ? last.current : undefined);
  const page = useMemo(() => (isShown ? counted(held, matching) : held), [held, isShown, matching]);

  useNextPage(workflow, wanted, isShown && !query.isFetching ? page : undefined);
  useForgottenPages(workflow, options.queryKey, wanted.filter);
  useLooking(isShown ? query.data : undefined, matching, query.refetch);

  const refresh = useCallback(async () => {
    asked.add(hashKey(options.queryKey));
    await client.refetchQueries({ queryKey: options.queryKey, exact: true });
  }, [client, options]);
  /** Rows of the search before, which stay in sight while the new one is refused. */
  const isOutdated = page !== undefined && isRefused && !isShown;
  return {
    page,
    isShown,
    isOutdated,
    isLoading: query.isFetching && !isShown,
    isFetching: query.isFetching,
    error: isShown ? null : query.error,
    refresh,
  };
}

/** The page after this one, once this one is there. */
function useNextPage(workflow: WorkflowMeta, wanted: Wanted, page: HeldPage | undefined): void {
  const client = useQueryClient();
  const place = page ? nextPlace(wanted.place, wanted.size, page) : null;
  const key = place ? JSON.stringify(listParameters({ ...wanted, place })) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is in the key
  useEffect(() => {
    if (!place) return;
    const prefetch = () => void client.prefetchQuery(listQuery(client, workflow, { ...wanted, place }));
    const waiting = requestIdleCallback(prefetch, { timeout: 1_000 });
    return () => cancelIdleCallback(waiting);
  }, [client, workflow.path, key]);
}

/** A page that was left with rows that no longer belong there is asked for anew the next time; others take what came since. */
function useForgottenPages(workflow: WorkflowMeta, queryKey: readonly unknown[], { states }: RowFilter): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the states are in the query's key
  useEffect(
    () => () => {
      const held = client.getQueryData<HeldPage>(queryKey);
      const isTouched =
        held && (held.gone.length > 0 || held.items.some(({ state }) => states.length > 0 && !states.includes(state)));
      if (isTouched) setTimeout(() => client.removeQueries({ queryKey, exact: true, type: "inactive" }));
      else if (held) asked.add(hashKey(queryKey));
    },
    [client, queryKey],
  );
  useEvent("bulk", (event) => {
    if (event.workflow === workflow.name) client.removeQueries({ queryKey: ["list", workflow.name], type: "inactive" });
  });
}

/** A number that differs from what the page was listed with is a reason to look again; between two guesses it is one that changed. */
function useLooking(page: HeldPage | undefined, matching: number | undefined, look: () => Promise<unknown>): void {
  const seen = useRef<number | undefined>(undefined);
  const restedAt = useRef(0);
  const listed = page?.total_is_estimate ? seen.current : page?.total;
  const isBehind = page !== undefined && matching !== undefined && listed !== matching;
  useEffect(() => {
    if (!isBehind) return;
    const lookNow = async () => {
      const begun = Date.now();
      seen.current = matching;
      await look();
      restedAt.current = Date.now() + Math.max(LOOK_AGAIN_AFTER, REST * (Date.now() - begun));
    };
    const whenSeen = () =>
      void (document.hidden ? document.addEventListener("visibilitychange", whenSeen, { once: true }) : lookNow());
    const timer = setTimeout(whenSeen, Math.max(0, restedAt.current - Date.now()));
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", whenSeen);
    };
  }, [isBehind, matching, look]);
}
