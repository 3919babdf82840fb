const STEPS: readonly [string, number][] = [["d", 86_400], ["h", 3_600], ["min", 60]];
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** How long something takes or took, in the largest unit that fits. */
export function span(seconds: number): string {
  for (const [unit, length] of STEPS) if (seconds >= length) return `${Math.floor(seconds / length)} ${unit}`;
  return seconds > 0 && seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.floor(seconds)} s`;
}

export function ago(moment: string | number | Date, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - new Date(moment).getTime()) / 1000);
  return `${span(Math.floor(seconds))} ago`;
}

export const absolute = (moment: string | number | Date): string => full.format(new Date(moment));
export const timeOfDay = (moment: string | number | Date): string => clock.format(new Date(moment));
