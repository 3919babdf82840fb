// Joins the walk, the queue of decisions and the pages of the list.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { get } from "../api/client.ts";
import { sendDecisions } from "../api/decide.ts";
import { countAgain, countAlso, isHolding } from "../api/held.ts";
import type { Row, RowFilter, Settable, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { insightQuery, lineageQuery, rowQuery, runsQuery } from "../detail/rows.ts";
import { useConnection, useEvent } from "../live/useLive.ts";
import { undoRow } from "../shell/undo.ts";
import { plural } from "../text/numbers.ts";
import { problem } from "../ui/Toasts.tsx";
import { useHolding } from "./holding.ts";
import { type Missed, useSeen } from "./seen.ts";
import { type Session, type Step, start, step } from "./session.ts";
import { Trail } from "./trail.ts";

// Few at a time: what is ahead of one person is not given to another.
const PAGE = 20;
// More are asked for while fewer than these are ahead, also at rest: three seconds' keys are fewer.
const AHEAD = 40;
const PREFETCHED = 5;
const RESTED = 250;
const LOOKED_AGAIN = 3_000;

export interface Lost {
  ids: ReadonlySet<string>;
  why: string;
}

export interface Reviewing {
  session: Session;
  row: Row | undefined;
  total: { count: number | null; isEstimate: boolean };
  /** Who else reviews here, with rows before them that are not given to two. */
  others: readonly string[];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  /** Why decisions were not kept, and of how many rows; null since others were. */
  lost: Lost | null;
  /** Presses that were not taken just now. */
  missed: Missed;
  take: (taken: Step) => void;
  decide: (status: Settable, press?: KeyboardEvent) => void;
  later: (press?: KeyboardEvent) => void;
  undo: () => Promise<void>;
}

export function useReview(workflow: WorkflowMeta, filter: RowFilter, sort: string, refusal: string | null): Reviewing {
  const [session, take] = useReducer(step, start);
  const list = useList(workflow, filter, sort, session, take);
  const { trail, seen, lost } = useTrail(workflow, take);
  const row = session.items[session.at];
  useNews(workflow, filter, row, take);
  usePrefetch(workflow, session);
  const { missed, about } = useSeen(row, list.isLoading, row !== undefined && session.changed.has(row.id));
  const decide = (status: Settable, press?: KeyboardEvent) =>
    about(press, refusal, ({ id, updated_at }) => {
      seen.set(id, updated_at);
      trail.decide(id, status, session.decided.get(id), Date.now());
      countAgain();
    });
  const later = (press?: KeyboardEvent) => about(press, null, ({ id }) => take({ kind: "later", id }));
  const undo = useCallback(() => {
    const undone = trail.undo();
    countAgain();
    return undone;
  }, [trail]);
  return { ...list, session, row, lost, missed, take, decide, later, undo };
}

/** What becomes of the rows meanwhile. The one that is shown is looked at again: decisions of others come with no news of their rows. */
function useNews(
  workflow: WorkflowMeta,
  { states }: RowFilter,
  row: Row | undefined,
  take: (taken: Step) => void,
): void {
  useEvent("rows", ({ workflow: name, rows }) => {
    if (name === workflow.name) take({ kind: "news", rows, states });
  });
  const [rested, setRested] = useState<string | undefined>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(row?.id), RESTED);
    return () => clearTimeout(timer);
  }, [row?.id]);
  const { data, isFetchedAfterMount } = useQuery({
    ...rowQuery(workflow, row?.id ?? ""),
    enabled: row !== undefined && rested === row.id,
    staleTime: 0,
    refetchInterval: LOOKED_AGAIN,
  });
  useEffect(() => {
    if (data && isFetchedAfterMount) take({ kind: "news", rows: [data], states });
  }, [data, isFetchedAfterMount, states, take]);
}

/** Not `randomUUID`: browsers keep that from pages that came without TLS. */
const newSitting = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

interface Trailing {
  trail: Trail;
  /** When each row that was decided about was last written, as far as the person saw. */
  seen: Map<string, string>;
  lost: Lost | null;
}

/** Sent on leaving the mode, and by the browser itself if the page goes away. One trail per workflow, whatever else is told of it meanwhile. */
function useTrail(workflow: WorkflowMeta, take: (taken: Step) => void): Trailing {
  const client = useQueryClient();
  const [lost, setLost] = useState<Lost | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a trail per workflow, whatever else changes of it
  const { trail, seen } = useMemo(() => {
    const sitting = newSitting();
    const seen = new Map<string, string>();
    const trail = new Trail({
      send: async (ids, status) => {
        const {
          in_work = [],
          not_found = [],
          refused = [],
          overtaken = [],
          message,
          undo_token = null,
        } = await sendDecisions(client, workflow, ids, status, {
          seen: new Map([...seen].filter(([id]) => ids.includes(id))),
          sitting,
        });
        setLost(null);
        take({ kind: "kept", ids, now: Date.now() });
        if (in_work.length > 0)
          problem(`${plural(in_work.length, "row")} in a worker's hands: the work is finished first.`);
        if (not_found.length > 0) problem(`${plural(not_found.length, "row")} gone since the list was made.`);
        if (refused.length + overtaken.length > 0) problem(message);
        if (overtaken.length > 0) take({ kind: "overtaken", rows: overtaken });
        return { token: undo_token, refused: [...refused, ...overtaken].map(({ id }) => id) };
      },
      undo: async (token, id) => {
        const isBack = await undoRow(token, id);
        void client.invalidateQueries({ queryKey: ["row", workflow.name, id] });
        return isBack;
      },
      show: take,
      failed: (decisions, error) => {
        const ids = decisions.map(({ id }) => id);
        take({ kind: "put-back", ids });
        setLost((before) => ({
          ids: new Set([...(before?.ids ?? []), ...ids]),
          why: error instanceof Error ? error.message : "",
        }));
      },
    });
    return { trail, seen };
  }, [client, workflow.name, take]);
  useEffect(() => {
    const leave = () => void trail.queue.flushNow();
    addEventListener("pagehide", leave);
    const uncount = countAlso(() => trail.queue.size);
    return () => {
      removeEventListener("pagehide", leave);
      // What is decided elsewhere from here on comes after it.
      const sent = isHolding() ? trail.queue.flushNow() : trail.queue.flush();
      uncount();
      void sent.then(() => {
        for (const key of ["list", "facets"]) void client.invalidateQueries({ queryKey: [key, workflow.name] });
        for (const key of ["overview", "batches"]) void client.invalidateQueries({ queryKey: [key] });
      });
    };
  }, [trail, client, workflow.name]);
  return { trail, seen, lost };
}

interface Pages {
  total: Reviewing["total"];
  others: readonly string[];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

/** Pages follow by cursor: rows that no longer match, since they were decided, shift nothing. */
function useList(
  workflow: WorkflowMeta,
  filter: RowFilter,
  sort: string,
  session: Session,
  take: (taken: Step) => void,
): Pages {
  const [total, setTotal] = useState<Reviewing["total"]>({ count: null, isEstimate: false });
  const [cursor, setCursor] = useState<string | null | undefined>(undefined);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  const busy = useRef(false);
  const open = session.items.slice(session.at).flatMap(({ id }) => (session.decided.has(id) ? [] : [id]));
  const { hold, others } = useHolding(workflow, open);
  const wants = cursor !== null && session.at > session.items.length - AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason
  useEffect(() => {
    if (!wants || busy.current || error) return;
    busy.current = true;
    const query = {
      status_filter: filter.states,
      search: filter.search,
      origin: filter.origin,
      sort,
      size: PAGE,
      after: cursor,
      with_total: cursor === undefined,
    };
    get(`${pathOf(workflow)}/list`, query)
      .then(async (page) => {
        const held = await hold(page.items.map(({ id }) => id));
        busy.current = false;
        if (page.total !== null) setTotal({ count: page.total, isEstimate: page.total_is_estimate });
        take({ kind: "more", items: page.items.filter(({ id }) => held.has(id)) });
        setCursor(page.next);
      })
      .catch((trouble: unknown) => {
        busy.current = false;
        setError(trouble instanceof Error ? trouble : new Error(String(trouble)));
      });
  }, [wants, cursor, attempt, error, workflow, filter, sort, take]);
  const { state } = useConnection();
  const retry = useCallback(() => {
    setError(null);
    setAttempt((before) => before + 1);
  }, []);
  useEffect(() => {
    if (state === "live") retry();
  }, [state, retry]);
  return { total, others, isLoading: wants, error, retry };
}

function usePrefetch(workflow: WorkflowMeta, { items, at }: Session): void {
  const client = useQueryClient();
  useEffect(() => {
    const ahead = items.slice(at, at + 1 + PREFETCHED);
    for (const { id } of ahead) void client.prefetchQuery(insightQuery(workflow, id));
    // Whoever goes fast needs the next rows first, and does not read these.
    const timer = setTimeout(() => {
      for (const { id } of ahead) {
        void client.prefetchQuery(lineageQuery(workflow, id));
        void client.prefetchQuery(runsQuery(workflow, id));
      }
    }, RESTED);
    return () => clearTimeout(timer);
  }, [client, workflow, items, at]);
}
