// The server's own types under short names. What it adds and nobody here handles is an error of the type checker.
export type {
  ChangePayload as Change,
  Ending,
  EstimateAnswer as Estimate,
  Job,
  OvertakenRow as Overtaken,
  PastDecision,
  Relative,
  Role,
  RowInsight as Insight,
  RunPayload as Run,
  SearchedBefore,
  SearchRequest,
  SeemingSame,
  Settable,
  Sighting,
  State,
  Step,
  SubmissionAnswer,
} from "./schema.ts";
export type { BatchRequest, Decided, Detail, FilterRequest } from "./workflows.ts";

import type { Told } from "./described.ts";
import type * as Schema from "./schema.ts";
import type { State } from "./schema.ts";
import type { Item } from "./workflows.ts";

export type BulkEvent = Told<Schema.BulkEvent>;
export type ColumnKind = Schema.ColumnKind;
export type ColumnLayout = Told<Schema.ColumnLayout>;
export type ColumnMeta = Told<Schema.ColumnMeta>;
export type ErrorGroup = Told<Schema.ErrorGroup>;
export type ErrorGroups = Told<Schema.ErrorGroups>;
export type ExportDraft = Told<Schema.ExportDraft>;
export type ExportEvent = Told<Schema.ExportEvent>;
export type ExportJob = Told<Schema.ExportJob>;
export type Facet = Told<Schema.Facet>;
export type JobEvent = Told<Schema.JobEvent>;
export type ImportPreview = Told<Schema.ImportPreview>;
export type ImportAnswer = Told<Schema.ImportAnswer>;
export type ImportSubject = Schema.Subject;
export type ImportVerdict = Schema.Verdict;
export type AuditEntry = Told<Schema.AuditItem>;
export type SignedInSession = Told<Schema.SessionItem>;
export type NamedToken = Told<Schema.TokenItem>;
export type Scope = Schema.Scope;
export type RowGroup = Told<Schema.RowGroup>;
export type RowGroups = Told<Schema.RowGroups>;
export type RowsEdited = Told<Schema.RowsEdited>;
export type TagCount = Told<Schema.TagCount>;
export type Rules = Told<Schema.RulesAnswer>;
export type Rule = Told<Schema.RuleAnswer>;
export type RulePreview = Told<Schema.RulePreview>;
export type WrittenRule = Told<Schema.WrittenRule>;
export type Budget = Told<Schema.BudgetItem>;
export type BudgetUse = Told<Schema.BudgetAnswer>;
export type Schedule = Told<Schema.ScheduleAnswer>;
export type Layout = Told<Schema.Layout>;
export type LiveRow = Told<Schema.LiveRow>;
export type Meta = Told<Schema.Meta>;
export type Need = Told<Schema.Need>;
export type NeedKind = Schema.NeedKind;
export type HelpDocument = Told<Schema.Document>;
export type Erased = Told<Schema.ErasureAnswer>;
export type Suppression = Told<Schema.SuppressionAnswer>;
export type SuppressionKind = Schema.SuppressionKind;
export type OriginChoices = Told<Schema.OriginChoices>;
export type OriginProgress = Told<Schema.OriginProgress>;
export type PlaceSourceMeta = Told<Schema.PlaceSourceMeta>;
export type Prefs = Told<Schema.Prefs>;
export type ResyncEvent = Told<Schema.ResyncEvent>;
export type RowsEvent = Told<Schema.RowsEvent>;
export type RunGroup = Told<Schema.RunGroup>;
export type RunLine = Told<Schema.RunLine>;
export type SearchField = Told<Schema.SearchField>;
export type SettingChange = Told<Schema.SettingChange>;
export type SettingField = Told<Schema.SettingField>;
export type Throughput = Told<Schema.Throughput>;
export type View = Told<Schema.View>;
export type ViewContent = Told<Schema.ViewContent>;
export type ViewDraft = Told<Schema.ViewDraft>;
export type WorkflowEvent = Told<Schema.WorkflowEvent>;
export type WorkflowMeta = Told<Schema.WorkflowMeta>;
export type WorkflowSettings = Told<Schema.WorkflowSettings>;
export type ContactMerge = Schema.ContactMerge;
export type DuplicateContacts = Told<Schema.DuplicateContacts>;
export type DuplicateList = Told<Schema.DuplicateList>;
export type DuplicatePair = Told<Schema.DuplicatePair>;
export type DuplicatePlace = Told<Schema.DuplicatePlace>;
export type Found = Told<Schema.Found>;
export type Limits = Told<Schema.Limits>;
export type MapCluster = Told<Schema.MapCluster>;
export type MapPoint = Told<Schema.MapPoint>;
export type MapPoints = Told<Schema.MapPoints>;
export type System = Told<Schema.System>;
export type UserItem = Told<Schema.UserItem>;
export type Limit = Limits["items"][number];
export type Density = Layout["density"];
export type ExportFormat = ExportJob["format"];
export type ExportState = ExportJob["state"];
export type Facets = Told<Schema.Facets>;
export type WorkflowOverview = Told<Schema.WorkflowOverview>;
export type Overview = Told<Schema.Overview>;
export type TickEvent = Told<Schema.TickEvent>;

/** A row of any workflow: what every row has, and its shown columns by name. */
export type Row = Item & { readonly [column: string]: unknown };

export interface Page {
  items: Row[];
  total: number | null;
  total_is_estimate: boolean;
  page: number;
  size: number;
  next: string | null;
  previous: string | null;
  /** Rows with greater ids came after it. */
  through: string;
}

/** Which rows are meant, as a list, a batch, a view and an export all understand it. */
export interface RowFilter {
  states: State[];
  search: string;
  origin: string | null;
  /** Rows with greater ids are not meant: nobody had seen them. */
  through?: string | null;
}
