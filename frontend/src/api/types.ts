// The server's own types under short names. What it adds and nobody here handles is an error of the type checker.
export type {
  ChangePayload as Change, Door, Ending, EstimateAnswer as Estimate, Job, ListAnswer as NamedList, Me, Message, PairAnswer,
  PastDecision, Relative, RemovalPayload as Removal, Role, RowInsight as Insight, RunPayload as Run, SearchRequest, SearchStarted, Settable, Sighting, State,
  Step, SubmissionAnswer, Undoing,
} from "./schema.ts";
export type { BatchRequest, Decided, Detail, FilterRequest } from "./workflows.ts";
export type * from "./pending.ts";

import type { State } from "./schema.ts";
import type { Item } from "./workflows.ts";

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
}

/** Which rows are meant, as a list, a batch, a view and an export all understand it. */
export interface RowFilter {
  states: State[];
  search: string;
  origin: string | null;
}
