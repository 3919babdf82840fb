// What a decision left as it was, since it may not be queued.
import type { Job } from "../api/types.ts";
import { plural } from "./numbers.ts";
import { shown } from "./shown.ts";

/** Nothing where all were queued. */
export function refusedWords({ refused, refusal }: Pick<Job, "refused" | "refusal">): string | null {
  if (refused === 0) return null;
  const reason = shown(refusal ?? "", 300);
  return `${plural(refused, "row was", "rows were")} not queued. ${refused === 1 ? reason : `One of them: ${reason}`}`;
}
