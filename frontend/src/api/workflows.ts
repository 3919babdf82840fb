// The only place where a workflow is named: its payloads stand for those of every workflow.
import type {
  PageCurationBatchStatusUpdateRequest,
  PageCurationBatchStatusUpdateResponse,
  PageCurationDetail,
  PageCurationFilterStatusUpdateRequest,
  PageCurationItem,
} from "./schema.ts";

type Shared =
  | "id"
  | "created_at"
  | "curation_status"
  | "processing_status"
  | "state"
  | "error"
  | "outcome"
  | "attempts"
  | "updated_at"
  | "tags"
  | "note";

export type Item = Pick<PageCurationItem, Shared>;
export type Detail = Pick<PageCurationDetail, Shared | "row" | "states" | "edited_fields" | "refusal">;
export type BatchRequest = PageCurationBatchStatusUpdateRequest;
export type FilterRequest = PageCurationFilterStatusUpdateRequest;
export type Decided = PageCurationBatchStatusUpdateResponse;

/** A workflow's own path, as the one that stands for all in the description. */
export const pathOf = ({ path }: { path: string }) =>
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: every workflow answers as this one does
  path as "/api/v3/page-curation";
