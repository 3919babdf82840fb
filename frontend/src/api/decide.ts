// A person's decision about rows: sent, told in a toast with its way back, and shown wherever the rows are.
import type { QueryClient } from "@tanstack/react-query";
import { titleOf } from "../detail/rows.ts";
import { moved, type StateCounts } from "../grid/counts.ts";
import { rememberUndo, sent, undo } from "../shell/undo.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { problem, toast } from "../ui/Toasts.tsx";
import { put } from "./client.ts";
import { untilAnswered } from "./held.ts";
import { addressField, reachField, recipients, sentWords, withoutAddressWords } from "./sending.ts";
import type {
  BatchRequest,
  Decided,
  FilterRequest,
  Meta,
  Overtaken,
  Overview,
  Page,
  Prefs,
  Row,
  RowFilter,
  Settable,
  State,
  WorkflowMeta,
} from "./types.ts";
import { hasUnsaved, NOT_SAVED, saveUnsaved } from "./unsaved.ts";
import { pathOf } from "./workflows.ts";

/** What a row's two statuses become at once, before the server has answered. */
const AFTER: Record<Settable, { state: State; curation_status: State; processing_status: State | null }> = {
  New: { state: "New", curation_status: "New", processing_status: null },
  Queued: { state: "Queued", curation_status: "Queued", processing_status: "Queued" },
  Skipped: { state: "Skipped", curation_status: "Skipped", processing_status: null },
};

/** The row as it is once the decision is kept. */
export const decidedRow = (row: Row, status: Settable | undefined): Row =>
  status ? { ...row, ...AFTER[status] } : row;

export function undoSeconds(client: QueryClient): number {
  return client.getQueryData<Prefs>(["prefs"])?.undo_seconds ?? client.getQueryData<Meta>(["meta"])?.undo_seconds ?? 10;
}

/** So long workers leave what is queued, and rules what is New again. */
const waitSeconds = (client: QueryClient, status: Settable): number => (status === "Skipped" ? 0 : undoSeconds(client));

/** Rows named one by one. Shown at once; put back if the server refuses. What it cannot be told of yet is not waited for. */
export function decideIds(
  client: QueryClient,
  workflow: WorkflowMeta,
  ids: readonly string[],
  status: Settable,
): Promise<Taken | null> {
  if (hasUnsaved(ids))
    return saveUnsaved(ids).then((isSaved) => (isSaved ? decideIds(client, workflow, ids, status) : notSaved()));
  const isRetry = ids.every((id) => rowIn(client, workflow, id)?.state === "Error");
  const seen = seenNow(client, workflow, ids);
  const restore = showAtOnce(client, workflow, ids, status);
  return new Promise((resolve) => {
    let isHeld = false;
    const onHeld = () => {
      isHeld = true;
      resolve({ updated_ids: [...ids] });
    };
    sendDecisions(client, workflow, ids, status, { seen, onHeld })
      .then((decided) => {
        const { refused = [], overtaken = [] } = decided;
        const kept = [...refused, ...overtaken].map(({ id }) => id);
        if (kept.length > 0) restore(kept);
        showOvertaken(client, workflow, overtaken);
        // What was held is said to be kept once for all of it, but not that some of it is not.
        if (!isHeld || kept.length > 0) tell(client, workflow, status, decided, isRetry);
        resolve(decided);
      })
      .catch((error: unknown) => {
        restore();
        problem(error instanceof Error ? error.message : String(error));
        resolve(null);
      })
      .finally(() => refresh(client, workflow));
  });
}

function notSaved(): null {
  problem(NOT_SAVED);
  return null;
}

export type Taken = Pick<Decided, "job" | "updated_ids">;

/** When each row was last written, as far as the person saw: what somebody else decided since is left to them. */
export type Seen = ReadonlyMap<string, string>;

interface Sending {
  seen?: Seen;
  onHeld?: () => void;
  sitting?: string | null;
}

/** Named rows: the caller shows them, and puts them back if this throws. */
export async function sendDecisions(
  client: QueryClient,
  workflow: WorkflowMeta,
  ids: readonly string[],
  status: Settable,
  { seen = new Map(), onHeld, sitting = null }: Sending = {},
): Promise<Decided> {
  const body: BatchRequest = {
    sitting,
    seen: ids.length > MOST_SEEN ? [] : [...seen].map(([id, updated_at]) => ({ id, updated_at })),
    ids: [...ids],
    status,
    undo_seconds: waitSeconds(client, status),
    spread_seconds: 0,
    priority: 0,
  };
  const ask = () => put(`${pathOf(workflow)}/status`, body, { keepalive: ids.length < KEPT_ALIVE });
  const decided = await sent(untilAnswered(ask, onHeld, ids.length));
  rememberUndo(decided.undo_token, sitting ? decided.updated_ids : []);
  return decided;
}

// More become a job, which is about what is there when it comes to them.
const MOST_SEEN = 10_000;

// A browser sends 64 kB to the end when the page goes away, and refuses more.
const KEPT_ALIVE = 400;

export interface Matching {
  filter: RowFilter;
  exclude: readonly string[];
  expected: number;
  limit?: number;
  spread?: number;
  /** Whoever decides about several tells it once. */
  isToldByCaller?: boolean;
}

/** Every row that matches, as many as the person saw. A drifted count is the caller's to show: it comes as ApiError 409. */
export async function decideMatching(
  client: QueryClient,
  workflow: WorkflowMeta,
  status: Settable,
  { filter, exclude, expected, limit, spread = 0, isToldByCaller = false }: Matching,
): Promise<Decided> {
  if (!(await saveUnsaved(null))) throw new Error(NOT_SAVED);
  const body: FilterRequest = {
    status,
    undo_seconds: waitSeconds(client, status),
    spread_seconds: spread,
    priority: 0,
    filter: serverFilter(filter),
    exclude_ids: [...exclude],
    expected_count: expected,
    limit: limit ?? null,
    dry_run: false,
  };
  const decided = await sent(put(`${pathOf(workflow)}/status/by-filter`, body));
  const [state, ...others] = filter.states;
  const ids = decided.updated_ids ?? [];
  showAtOnce(client, workflow, ids, status);
  if (state && others.length === 0) moveCounts(client, workflow, { [state]: ids.length }, status);
  if (!isToldByCaller) {
    rememberUndo(decided.undo_token);
    tell(client, workflow, status, decided, filter.states.join() === "Error");
  }
  refresh(client, workflow);
  return decided;
}

/** How many match now, exactly, and the filter in words. */
export function countMatching(workflow: WorkflowMeta, filter: RowFilter, exclude: readonly string[]): Promise<Decided> {
  const body: FilterRequest = {
    status: "Queued",
    undo_seconds: 0,
    spread_seconds: 0,
    priority: 0,
    filter: serverFilter(filter),
    exclude_ids: [...exclude],
    dry_run: true,
  };
  return put(`${pathOf(workflow)}/status/by-filter`, body);
}

export function serverFilter({ states, search, origin, through }: RowFilter): NonNullable<FilterRequest["filter"]> {
  return { states, search, origin, ...(through && { through }) };
}

function showAtOnce(client: QueryClient, workflow: WorkflowMeta, ids: readonly string[], status: Settable) {
  const wanted = new Set(ids);
  const key = { queryKey: ["list", workflow.name] };
  // An answer that was asked for before the decision would bring back what was.
  void client.cancelQueries({ ...key, predicate: ({ state }) => state.data !== undefined });
  const before = client.getQueriesData<Page>(key);
  client.setQueriesData<Page>(
    key,
    (page) =>
      page && { ...page, items: page.items.map((row) => decidedRow(row, wanted.has(row.id) ? status : undefined)) },
  );
  /** All of it, or these rows. */
  return (only: readonly string[] = ids): void => {
    const wrong = new Set(only);
    for (const [list, page] of before) {
      const back = new Map(page?.items.filter(({ id }) => wrong.has(id)).map((row) => [row.id, row]));
      client.setQueryData<Page>(
        list,
        (now) => now && { ...now, items: now.items.map((row) => back.get(row.id) ?? row) },
      );
    }
  };
}

/** Of what is on the screen: pages that were fetched ahead know more than the person does. What was chosen on a page
 * that was left is as that page had it.
 */
function seenNow(client: QueryClient, workflow: WorkflowMeta, ids: readonly string[]): Seen {
  const wanted = new Set(ids);
  const listed = (type: "active" | "inactive") =>
    client.getQueriesData<Page>({ queryKey: ["list", workflow.name], type }).flatMap(([, page]) => page?.items ?? []);
  const parts = client.getQueriesData<Row>({ queryKey: ["row", workflow.name], type: "active" });
  const opened = parts.flatMap(([key, row]) => (key[3] === "detail" && row ? [row] : []));
  const known = [...listed("inactive"), ...listed("active"), ...opened];
  return new Map(known.flatMap(({ id, updated_at }) => (wanted.has(id) ? [[id, updated_at]] : [])));
}

/** What the rows became by somebody else's decision: they stand where they are, and are decided about knowingly. */
function showOvertaken(client: QueryClient, workflow: WorkflowMeta, overtaken: readonly Overtaken[]): void {
  const now = new Map(
    overtaken.map(({ id, state, curation_status, updated_at }) => [id, { state, curation_status, updated_at }]),
  );
  if (now.size > 0)
    client.setQueriesData<Page>(
      { queryKey: ["list", workflow.name] },
      (page) =>
        page && { ...page, items: page.items.map((row) => (now.has(row.id) ? { ...row, ...now.get(row.id) } : row)) },
    );
}

/** What the chips say of the workflow, before the server has counted again. */
function moveCounts(client: QueryClient, workflow: WorkflowMeta, from: StateCounts, to: State): void {
  client.setQueryData<Overview>(
    ["overview"],
    (overview) =>
      overview && {
        ...overview,
        workflows: overview.workflows.map((each) =>
          each.name === workflow.name ? { ...each, counts: moved(each.counts, from, to) } : each,
        ),
      },
  );
}

/** Longer than workers wait, to be read also after that. */
const READ_SECONDS = 8;

function tell(client: QueryClient, workflow: WorkflowMeta, status: Settable, decided: Decided, isRetry: boolean): void {
  const { undo_token, updated_ids = [], overtaken = [] } = decided;
  const ids = undo_token ? updated_ids : overtaken.map(({ id }) => id);
  const to = undo_token ? sentTo(client, workflow, status) : null;
  const of = aboutRows(client, workflow, ids);
  const one = ids.length === 1 ? rowIn(client, workflow, ids[0]) : undefined;
  const name = one ? shown(titleOf(workflow, one), 60) : null;
  const message = isRetry && to === null ? retriedWords(decided.message, name) : decided.message;
  const without = to ? knownWithoutAddress(client, workflow, ids) : 0;
  const words = to ? `${sentWords(message, to)} ${withoutAddressWords(without, ids.length)}`.trim() : message;
  if (!undo_token) return void toast(words, { of, kind: overtaken.length > 0 ? "problem" : "done" });
  toast(words, {
    of,
    about: undo_token,
    action: { label: "Undo", keys: "z", run: () => void undo(client, undo_token) },
    ...windowOf(client, status, to),
  });
}

/** How many of these rows have no address to write to, as far as they have been on a page. */
export function knownWithoutAddress(client: QueryClient, workflow: WorkflowMeta, ids: readonly string[]): number {
  const field = addressField(workflow);
  return field === null ? 0 : known(client, workflow, ids, (row) => !row[field]).length;
}

/** Which of these rows go to nobody, whatever the targets, as far as they have been on a page. */
export function knownUnreachable(client: QueryClient, workflow: WorkflowMeta, ids: readonly string[]): string[] {
  const field = reachField(workflow);
  return field === null ? [] : known(client, workflow, ids, (row) => row[field] === null);
}

/** Which of these rows are done, as far as they have been on a page. */
export const knownDone = (client: QueryClient, workflow: WorkflowMeta, ids: readonly string[]): string[] =>
  known(client, workflow, ids, ({ state }) => state === "Complete");

function known(client: QueryClient, workflow: WorkflowMeta, ids: readonly string[], is: (row: Row) => boolean) {
  const wanted = new Set(ids);
  const pages = client.getQueriesData<Page>({ queryKey: ["list", workflow.name] });
  const rows = pages.flatMap(([, page]) => page?.items ?? []);
  return [...new Set(rows.filter((row) => wanted.has(row.id) && is(row)).map(({ id }) => id))];
}

/** Who gets the rows by this decision; null where they stay in the house. */
export function sentTo(client: QueryClient, workflow: WorkflowMeta, status: Settable): string | null {
  const meta = client.getQueryData<Meta>(["meta"]);
  return status === "Queued" && meta ? recipients(workflow, meta) : null;
}

/** How long the note stays that can be taken back, and what it says once workers have the rows. */
export function windowOf(client: QueryClient, status: Settable, to: string | null) {
  const seconds = status === "Queued" ? undoSeconds(client) : 0;
  const then = to
    ? "It is being sent now. What is sent stays sent."
    : "Workers have it now. Undo takes back only what they have not begun.";
  return seconds > 0 ? { seconds: seconds + READ_SECONDS, window: { seconds, then } } : {};
}

/** What failed and is queued again, as one would say it; what else the server says stays.

 * @example retriedWords("Updated 1 row to Queued.", "Martin Dental") // "Martin Dental will be tried again."
 */
export const retriedWords = (message: string, name: string | null): string =>
  message.replace(/^Updated (.*?) to Queued\./, (_, rows: string) => `${name ?? rows} will be tried again.`);

const rowIn = (client: QueryClient, workflow: WorkflowMeta, wanted: string | undefined): Row | undefined =>
  client
    .getQueriesData<Page>({ queryKey: ["list", workflow.name] })
    .flatMap(([, page]) => page?.items ?? [])
    .find(({ id }) => id === wanted);

/** Their tab, and what the first of them is called where it is on the page. */
function aboutRows(client: QueryClient, workflow: WorkflowMeta, ids: readonly string[]): string {
  const row = rowIn(client, workflow, ids[0]);
  const others = ids.length > 1 ? ` and ${plural(ids.length - 1, "other")}` : "";
  return row ? `${workflow.title}: ${shown(titleOf(workflow, row), 60)}${others}` : workflow.title;
}

/** For so long the server may answer with what it counted before. */
const COUNTED_MS = 1_200;

/** Counts are asked for again; the rows on the page stay as they are until the person refreshes. */
function refresh(client: QueryClient, workflow: WorkflowMeta): void {
  void client.invalidateQueries({ queryKey: ["map", workflow.name] });
  void client.invalidateQueries({ queryKey: ["facets", workflow.name] });
  setTimeout(() => void client.invalidateQueries({ queryKey: ["overview"] }), COUNTED_MS);
  void client.invalidateQueries({ queryKey: ["batches"] });
  void client.invalidateQueries({ queryKey: ["row", workflow.name] });
}
