// The contract's shapes that the server's description does not carry yet. Each goes away when it does.
import type { Job, Me, State } from "./schema.ts";

export type ColumnKind =
  | "text" | "url" | "email" | "phone" | "number" | "score" | "money_micros" | "bytes" | "duration_ms" | "boolean" | "moment"
  | "enum" | "json" | "id";
export interface ColumnMeta { name: string; label: string; kind: ColumnKind; is_editable: boolean; is_sortable: boolean; width: number | null; hidden: boolean }
export interface SearchField { name: string; label: string; kind: ColumnKind; values: string[] | null; example: string }
export interface WorkflowMeta {
  name: string; code: string; title: string; purpose: string; table: string; path: string; table_path: string | null; kebab: string; camel: string; pascal: string; plural: string;
  produces: string | null; background_only: boolean; columns: ColumnMeta[]; is_searchable: boolean; default_sort: string; sorts: string[]; search_fields: SearchField[]; facets: string[];
  title_column: string | null; url_column: string | null; paused: boolean; changed_by: string | null; changed_at: string | null; cost_per_row_micros: number | null; next: string[]; has_map: boolean;
}
export interface PlaceSourceMeta { name: string; title: string; paid: boolean; ready: boolean; why_not: string | null }
export interface Meta {
  version: string; user: Me; undo_seconds: number; page_sizes: number[]; most_ids: number; most_at_once: number; confirm_above: number; deepest_offset: number;
  workflows: WorkflowMeta[]; refused: { name: string; reason: string }[]; lists_table: string | null; sources: PlaceSourceMeta[]; delivery_targets: string[];
  map: { tiles: boolean; attribution: string | null };
}
export interface Facet { name: string; label: string; kind: ColumnKind; values: { value: string | number | boolean | null; count: number }[]; other: number; histogram: { from: number; to: number; count: number }[] | null }
export interface Facets { matching: number; sampled: boolean; states: Record<State, number>; fields: Facet[] }
export interface Forecast { rows: number; per_minute: number | null; queue_ahead: number; drained_in_seconds: number | null; cost_micros: number | null; words: string }
export interface ColumnLayout { name: string; width: number | null; hidden: boolean }
export type Density = "comfortable" | "compact";
export interface ViewContent { status: State[]; search: string; sort: string | null; origin: string | null; columns: ColumnLayout[] | null; frozen: number; density: Density }
export interface ViewDraft { workflow: string; name: string; shared: boolean; content: ViewContent }
export interface View extends ViewDraft { id: string; mine: boolean; made_by: string; changed_at: string }
export interface Layout { columns: ColumnLayout[]; frozen: number; density: Density; size: number }
export interface Prefs { theme: "system" | "light" | "dark"; single_keys: boolean; keys: Record<string, string>; undo_seconds: number; layouts: Record<string, Layout>; recent: string[] }
export type ExportFormat = "csv" | "xlsx" | "jsonl" | "parquet";
export interface ExportDraft { workflow: string; format: ExportFormat; status: State[]; search: string; origin: string | null; ids: string[] | null; columns: string[] | null }
export type ExportState = "waiting" | "running" | "ready" | "failed" | "cancelled" | "expired";
export interface ExportJob { id: string; workflow: string; format: ExportFormat; state: ExportState; rows: number; total: number | null; bytes: number | null; file_name: string; filter_in_words: string; made_by: string; made_at: string; ready_at: string | null; expires_at: string | null; failure: string | null }
export interface Found { workflow: string; id: string; title: string; subtitle: string | null; state: State }
export interface WorkflowOverview {
  name: string; code: string; title: string; paused: boolean; counts: Record<State, number>; estimated: State[]; oldest_waiting_seconds: number | null; errors_last_hour: number;
  finished_last_hour: number; per_minute: number; drained_in_seconds: number | null; next_tick_at: string | null; went_on: number | null; error_rate: number | null; too_many_errors: boolean;
}
export type NeedKind = "stuck" | "growing" | "errors" | "paused" | "dry" | "refused" | "to_decide";
export interface Need { kind: NeedKind; workflow: string | null; words: string; link: string }
export interface Overview { at: string; totals: Record<State, number>; finished_last_hour: number; errors_last_hour: number; workflows: WorkflowOverview[]; needs: Need[]; is_empty: boolean }
export interface Throughput { from: string; to: string; step: number; series: { workflow: string; complete: number[]; error: number[] }[] }
export interface ErrorGroup { workflow: string; signature: string; example: string; count: number; last_at: string; trend: number[]; search: string; outcome: string | null }
export interface ErrorGroups { total: number; groups: ErrorGroup[]; more: number }
export interface RunGroup { id: string; workflow: string; worker: string | null; worker_name: string | null; started_at: string; ended_at: string; claimed: number; done: number; failed: number; put_off: number; produced: number }
export interface RunLine { at: string; row_id: string; title: string | null; attempt: number; ending: string; outcome: string | null; message: string | null; took_ms: number; produced: number }
export type ScheduleField = "interval_minutes" | "batch_size" | "max_instances" | "concurrency" | "timeout_seconds" | "attempts" | "backoff_seconds" | "enabled";
export interface SettingField { name: ScheduleField; label: string; unit: string | null; value: number | boolean; default: number | boolean; source: "default" | "environment" | "database"; least: number | null; most: number | null; help: string }
export interface WorkflowSettings { workflow: string; fields: SettingField[]; words: string; changed_by: string | null; changed_at: string | null }
export interface SettingChange { id: string; workflow: string | null; field: string; before: string | null; after: string | null; made_by: string; made_at: string; undone: boolean }
export interface System {
  version: string; python: string; postgres: string; database_bytes: number; disk_free_bytes: number | null; workers: { id: string; host: string; pid: number; started_at: string; alive: boolean }[];
  schema_files: number; ui_stamp: string | null; uptime_seconds: number; tables: { name: string; rows: number; bytes: number }[];
}
export interface LiveRow { id: string; state: State; curation_status: State; processing_status: State | null; error: string | null; outcome: string | null; attempts: number; updated_at: string; title: string | null }
export interface RowsEvent { workflow: string; rows: LiveRow[] }
export interface BulkEvent { workflow: string; batch_id: string | null; state: string; count: number }
export interface TickEvent { at: string; counts: Record<string, Record<State, number>>; per_minute: Record<string, number> }
export interface WorkflowEvent { name: string; paused: boolean; changed_by: string | null }
export interface JobEvent { job: Job }
export interface ExportEvent { job: ExportJob }
export interface ResyncEvent { reason: string }
export interface UserItem { id: string; name: string; role: Me["role"]; disabled: boolean; created_at: string }
export interface MapPoint { id: string; lat: number; lon: number; title: string | null; state: State }
export interface MapCluster { lat: number; lon: number; count: number }
export interface MapPoints { points: MapPoint[]; clustered: MapCluster[]; withheld: number; attributions: string[] }
export interface Limit { name: string; title: string; used_today: number; most_per_day: number | null; unit: string; cost_micros: number | null }
export interface Limits { items: Limit[] }
export interface OriginChoices { items: { origin: string; label: string; is_list: boolean; created_at: string }[] }
export interface DuplicatePlace {
  id: string; source: string; place_id: string; name: string | null; address: string | null; phone: string | null; website: string | null; attribution: string | null;
  category: string | null; latitude: number | null; longitude: number | null; local_business_id: string | null;
}
export interface DuplicatePair { id: string; likeness: number; why: string; decision: string; decided_by: string | null; decided_at: string | null; first: DuplicatePlace; second: DuplicatePlace }
export interface DuplicateList { items: DuplicatePair[]; next: string | null }
