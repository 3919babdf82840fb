// How an attempt can end. One that the server adds is an error here until it has its words.
import type { Ending, RunGroup, State } from "../api/types.ts";

export const ENDINGS: Record<Ending, { word: string; like: State; hint: string }> = {
  complete: { word: "Complete", like: "Complete", hint: "done" },
  error: { word: "Error", like: "Error", hint: "no attempt is left, or none would help" },
  retry: { word: "Again", like: "Processing", hint: "failed and will be tried again" },
  deferred: { word: "For later", like: "Queued", hint: "not now; it cost no attempt" },
  released: { word: "Released", like: "Queued", hint: "given back unfinished when the worker stopped" },
  lost: { word: "Lost", like: "Error", hint: "the worker went away with it" },
  stopped: { word: "Stopped", like: "Skipped", hint: "a person stopped it" },
};

/** An ending that this page does not know is shown by its own name. */
export function endingOf(name: string): { word: string; like: State; hint: string } {
  const known = Object.entries(ENDINGS).find(([each]) => each === name)?.[1];
  return known ?? { word: name, like: "Queued", hint: "" };
}

/** Seconds between the first and the last that a run did. */
export const tookSeconds = ({ started_at, ended_at }: Pick<RunGroup, "started_at" | "ended_at">): number =>
  Math.max(0, (new Date(ended_at).getTime() - new Date(started_at).getTime()) / 1000);

const FRESH_MS = 120_000;

/** Whether lines may still be added. */
export const isFresh = ({ ended_at }: Pick<RunGroup, "ended_at">, now: number = Date.now()): boolean =>
  now - new Date(ended_at).getTime() < FRESH_MS;
