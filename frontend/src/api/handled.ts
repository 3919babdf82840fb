// Every field of what the screens show, and whether they show it. A field added on the server is missing here, and the
// type checker says so: whoever adds it decides whether a person sees it. Nothing of this reaches the browser.
import type * as Schema from "./schema.ts";

type Fields<T> = Record<keyof T, "shown" | "unused">;

({
  background_only: "shown",
  camel: "shown",
  changed_at: "unused",
  changed_by: "shown",
  code: "shown",
  columns: "shown",
  cost_per_row_micros: "unused",
  default_sort: "shown",
  groups: "shown",
  facets: "shown",
  has_map: "shown",
  is_searchable: "unused",
  kebab: "shown",
  name: "shown",
  next: "shown",
  outcomes: "shown",
  pascal: "shown",
  path: "shown",
  paused: "shown",
  plural: "shown",
  produces: "shown",
  purpose: "shown",
  search_fields: "shown",
  sorts: "shown",
  table: "shown",
  table_path: "unused",
  title: "shown",
  title_column: "shown",
  url_column: "shown",
}) satisfies Fields<Schema.WorkflowMeta>;
({
  hidden: "shown",
  is_editable: "shown",
  is_sortable: "shown",
  kind: "shown",
  label: "shown",
  name: "shown",
  width: "shown",
}) satisfies Fields<Schema.ColumnMeta>;
({
  example: "shown",
  kind: "shown",
  label: "shown",
  name: "shown",
  values: "shown",
}) satisfies Fields<Schema.SearchField>;
({
  attempts: "shown",
  curation_status: "shown",
  error: "shown",
  id: "shown",
  outcome: "shown",
  processing_status: "shown",
  state: "shown",
  title: "shown",
  updated_at: "shown",
}) satisfies Fields<Schema.LiveRow>;
({
  code: "shown",
  counts: "shown",
  drained_in_seconds: "shown",
  error_rate: "shown",
  errors_last_hour: "shown",
  estimated: "shown",
  finished_last_hour: "shown",
  name: "shown",
  next_tick_at: "shown",
  oldest_waiting_seconds: "shown",
  paused: "shown",
  per_minute: "shown",
  title: "shown",
  too_many_errors: "shown",
  went_on: "shown",
}) satisfies Fields<Schema.WorkflowOverview>;
({
  kind: "shown",
  link: "shown",
  words: "shown",
  workflow: "shown",
}) satisfies Fields<Schema.Need>;
({
  by_machine: "shown",
  done: "shown",
  failure: "shown",
  filter_in_words: "shown",
  id: "shown",
  made_at: "shown",
  made_by: "shown",
  restored: "shown",
  state: "shown",
  status: "shown",
  total: "shown",
  undone_at: "shown",
  what: "shown",
  workflow: "shown",
}) satisfies Fields<Schema.Job>;
({
  batch_id: "shown",
  in_work: "shown",
  job: "shown",
  message: "shown",
  restored: "shown",
  total: "shown",
}) satisfies Fields<Schema.Undoing>;
({
  attempt: "shown",
  ended_at: "shown",
  ending: "shown",
  id: "shown",
  message: "shown",
  outcome: "shown",
  produced: "shown",
  started_at: "shown",
  worker: "shown",
  workflow: "shown",
}) satisfies Fields<Schema.RunPayload>;
({
  claimed: "shown",
  done: "shown",
  ended_at: "shown",
  failed: "shown",
  id: "shown",
  produced: "shown",
  put_off: "shown",
  started_at: "shown",
  worker: "shown",
  worker_name: "shown",
  workflow: "shown",
}) satisfies Fields<Schema.RunGroup>;
({
  at: "shown",
  attempt: "shown",
  ending: "shown",
  message: "shown",
  outcome: "shown",
  produced: "shown",
  row_id: "shown",
  title: "shown",
  took_ms: "shown",
}) satisfies Fields<Schema.RunLine>;
({
  count: "shown",
  example: "shown",
  last_at: "shown",
  outcome: "shown",
  search: "shown",
  signature: "shown",
  trend: "shown",
  workflow: "shown",
}) satisfies Fields<Schema.ErrorGroup>;
({
  bytes: "shown",
  expires_at: "shown",
  failure: "shown",
  file_name: "shown",
  filter_in_words: "shown",
  format: "shown",
  id: "shown",
  made_at: "shown",
  made_by: "shown",
  ready_at: "unused",
  rows: "shown",
  state: "shown",
  total: "shown",
  workflow: "shown",
}) satisfies Fields<Schema.ExportJob>;
({
  cost_is_most: "unused",
  cost_micros: "unused",
  cost_words: "shown",
  drained_in_seconds: "shown",
  per_minute: "shown",
  queue_ahead: "unused",
  rows: "shown",
  time_words: "shown",
  words: "shown",
}) satisfies Fields<Schema.Forecast>;
({
  keys: "shown",
  layouts: "shown",
  recent: "shown",
  single_keys: "shown",
  theme: "shown",
  undo_seconds: "shown",
}) satisfies Fields<Schema.Prefs>;
({
  columns: "shown",
  density: "shown",
  frozen: "shown",
  origin: "shown",
  search: "shown",
  sort: "shown",
  status: "shown",
}) satisfies Fields<Schema.ViewContent>;
({
  default: "shown",
  help: "shown",
  label: "shown",
  least: "shown",
  most: "shown",
  name: "shown",
  source: "shown",
  unit: "shown",
  value: "shown",
}) satisfies Fields<Schema.SettingField>;
({
  after: "shown",
  before: "shown",
  field: "shown",
  id: "shown",
  made_at: "shown",
  made_by: "shown",
  undone: "shown",
  workflow: "shown",
}) satisfies Fields<Schema.SettingChange>;
({
  histogram: "shown",
  kind: "shown",
  label: "shown",
  name: "shown",
  other: "shown",
  values: "shown",
}) satisfies Fields<Schema.Facet>;
({
  fields: "shown",
  matching: "shown",
  sampled: "shown",
  states: "shown",
}) satisfies Fields<Schema.Facets>;
({
  count: "shown",
  count_is_capped: "shown",
  depth: "shown",
  rows: "shown",
  table: "shown",
  workflows: "shown",
}) satisfies Fields<Schema.Step>;
