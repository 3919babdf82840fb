// One row and what belongs to it. An event about the row makes all of these stale.
import { queryOptions } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import type { Change, Detail, Insight, Row, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { toldValue } from "../text/choices.ts";

/** The row before must not stand in for this one while it loads. */
const own = { placeholderData: undefined, staleTime: 30_000 };

export type RowDetail = Detail & { readonly [column: string]: unknown };

export const rowQuery = (workflow: WorkflowMeta, id: string) =>
  queryOptions({
    ...own,
    queryKey: ["row", workflow.name, id, "detail"],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/${id}`, {}, signal),
  });

export const lineageQuery = (workflow: WorkflowMeta, id: string) =>
  queryOptions({
    ...own,
    queryKey: ["row", workflow.name, id, "lineage"],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/${id}/lineage`, {}, signal),
  });

export const runsQuery = (workflow: WorkflowMeta, id: string) =>
  queryOptions({
    ...own,
    queryKey: ["row", workflow.name, id, "runs"],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/${id}/runs`, {}, signal),
  });

export const changesQuery = (workflow: WorkflowMeta, id: string) =>
  queryOptions({
    ...own,
    queryKey: ["row", workflow.name, id, "changes"],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/${id}/changes`, {}, signal),
  });

export const insightQuery = (workflow: WorkflowMeta, id: string) =>
  queryOptions({
    ...own,
    queryKey: ["row", workflow.name, id, "insight"],
    queryFn: ({ signal }) => get(`/insight/${workflow.table}/${id}`, {}, signal),
  });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A value of the row: shown columns stand on the item itself, the others in `row`. */
export function columnValue(row: RowDetail | Readonly<Record<string, unknown>>, name: string): unknown {
  if (name in row) return row[name];
  const more = row.row;
  return isRecord(more) ? more[name] : undefined;
}

/** As a person is told it. */
export const toldOf = (row: Parameters<typeof columnValue>[0], name: string): unknown =>
  toldValue(name, columnValue(row, name), columnValue(row, "verified_level"));

export function titleOf(workflow: WorkflowMeta, row: Readonly<Record<string, unknown>>): string {
  const of = (kinds: readonly string[]) =>
    workflow.columns.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
  const names = [
    workflow.title_column,
    workflow.stands_in,
    ...of(["email", "phone"]),
    workflow.url_column,
    ...of(["text", "url"]),
  ];
  const found = names
    .flatMap((name) => (name ? [columnValue(row, name)] : []))
    .find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : "Without a name";
}

export function urlOf(workflow: WorkflowMeta, row: Readonly<Record<string, unknown>>): string | null {
  const column = workflow.url_column ?? workflow.columns.find(({ kind }) => kind === "url")?.name;
  const value = column ? columnValue(row, column) : null;
  return typeof value === "string" && value !== "" ? value : null;
}

/** The host that a row belongs to, as `host:` understands it. */
export function hostOf(workflow: WorkflowMeta, row: Readonly<Record<string, unknown>>): string | null {
  const url = urlOf(workflow, row);
  if (url && URL.canParse(url) && new URL(url).hostname) return new URL(url).hostname;
  const domain = workflow.columns
    .map(({ name }) => name)
    .filter((name) => /^(domain|host)/.test(name))
    .map((name) => columnValue(row, name));
  const found = domain.find((value) => typeof value === "string" && value.includes("."));
  return typeof found === "string" ? found : null;
}

const MARKS: readonly string[] = ["tags", "note"];

/** What somebody corrected after the row came to its state, which is therefore no longer about the row as it is. */
export function correctedSince(
  { columns }: Pick<WorkflowMeta, "columns">,
  { updated_at }: Pick<Row, "updated_at">,
  changes: readonly Pick<Change, "field" | "made_at">[],
): string | null {
  const later = changes.find(
    ({ field, made_at }) => !MARKS.includes(field) && Date.parse(made_at) > Date.parse(updated_at),
  );
  const label = columns.find(({ name }) => name === later?.field)?.label;
  return label ?? later?.field.replaceAll("_", " ") ?? null;
}

/** Whether a row that is done would come to something else with the corrected value: its address, or anything of what is sent. */
export const isWorkedOnAnew = (
  { hands_over, url_column }: Pick<WorkflowMeta, "hands_over" | "url_column">,
  { state, updated_at }: Pick<Row, "state" | "updated_at">,
  change: Pick<Change, "field" | "made_at"> | undefined,
): boolean =>
  state === "Complete" &&
  change !== undefined &&
  (hands_over || change.field === url_column) &&
  Date.parse(change.made_at) > Date.parse(updated_at);

const hostIn = (address: string): string => {
  const url = address.includes("://") ? address : `http://${address}`;
  return URL.canParse(url) ? new URL(url).hostname : "";
};

/** Whether the domain that was found is another's than this website's, as after a correction or when that was taken back. */
export function isElsewhere(website: unknown, domain: unknown): boolean {
  if (typeof domain !== "string" || domain === "") return false;
  const written = typeof website === "string" ? website.trim().toLowerCase() : "";
  const [host, found] = [hostIn(written), hostIn(domain)];
  return !written.includes(domain.toLowerCase()) && host !== found && !host.endsWith(`.${found}`);
}

const NO_VALUES: readonly string[] = [];

/** What a text is marked with: the contact's own values where the row has some, else all that was found on the page. */
export function seenValues(
  workflow: WorkflowMeta,
  row: Readonly<Record<string, unknown>> | undefined,
  insight: Insight | undefined,
): readonly string[] {
  const own = workflow.columns
    .filter(({ kind, name }) => kind === "email" || kind === "phone" || name === workflow.title_column)
    .flatMap(({ name, kind }) => (row && kind !== "url" ? [columnValue(row, name)] : []));
  const hasOwn = workflow.columns.some(({ kind }) => kind === "email");
  const seen = insight?.sightings.flatMap(({ raw, value }) => [raw, value]) ?? [];
  const values = [...(hasOwn ? own : []), ...seen].filter((each) => typeof each === "string");
  return values.length > 0 ? [...new Set(values)].filter((each) => each.length > 3).slice(0, 100) : NO_VALUES;
}
