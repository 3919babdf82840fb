// What stands above a column: how many rows, how fast they go, or how long the oldest waits.

import type { WorkflowOverview } from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";
import { compact, number, percent, plural } from "../text/numbers.ts";
import { span } from "../text/time.ts";
import { LOOKS, STATES } from "../ui/State.tsx";

export const MEASURES = { counts: "Counts", rates: "Rates", ages: "Ages" } as const;
export type Measure = keyof typeof MEASURES;
export const MEASURE_NAMES = keysOf(MEASURES);

export const measureNamed = (name: string | null): Measure => MEASURE_NAMES.find((each) => each === name) ?? "counts";

export function above(measure: Measure, facts: WorkflowOverview, rows: number): string {
  if (measure === "counts") return compact(rows);
  if (measure === "rates") return `${rate(facts.per_minute)}/min`;
  return facts.oldest_waiting_seconds === null ? "—" : span(facts.oldest_waiting_seconds);
}

export function below(measure: Measure, facts: WorkflowOverview): string {
  if (facts.paused) return "paused";
  if (measure === "counts") return `${rate(facts.per_minute)}/min`;
  if (measure === "rates") return facts.error_rate === null ? "no errors" : `${percent(facts.error_rate)} errors`;
  return facts.drained_in_seconds === null
    ? `${compact(facts.counts.Queued)} queued`
    : `drained in ${span(facts.drained_in_seconds)}`;
}

/** Everything a column shows, for whoever does not see it. */
export function inFull(facts: WorkflowOverview, rows: number): string {
  const states = STATES.filter((state) => facts.counts[state] > 0).map(
    (state) => `${number(facts.counts[state])} ${LOOKS[state].word}`,
  );
  return [
    `${facts.title}: ${plural(rows, "row")}`,
    ...states,
    `${rate(facts.per_minute)} per minute`,
    facts.went_on === null ? "" : `${percent(facts.went_on)} went on`,
    facts.oldest_waiting_seconds === null ? "" : `oldest waits ${span(facts.oldest_waiting_seconds)}`,
    facts.paused ? "paused" : "",
    facts.too_many_errors ? "too many errors in the last hour" : "",
  ]
    .filter(Boolean)
    .join(", ");
}

const few = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export const rate = (perMinute: number): string =>
  perMinute < 10 ? few.format(perMinute) : compact(Math.round(perMinute));
