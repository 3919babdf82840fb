import { keysOf } from "../text/keysOf.ts";
// How far back the throughput is shown, and in what steps.
export const RANGES = {
  "5m": { words: "5 min", seconds: 300, step: 10, per: "10 s", again: 5_000 },
  "1h": { words: "1 h", seconds: 3_600, step: 60, per: "minute", again: 15_000 },
  "24h": { words: "24 h", seconds: 86_400, step: 3_600, per: "hour", again: 120_000 },
} as const;
export type RangeName = keyof typeof RANGES;
export const RANGE_NAMES = keysOf(RANGES);

export const rangeNamed = (name: string | null): RangeName => RANGE_NAMES.find((each) => each === name) ?? "1h";
