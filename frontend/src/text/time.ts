const DAY = 86_400;
/** Each from as many of its own as read better than the smaller unit: 45 days, 20 months. */
const STEPS: readonly [unit: string, length: number, from: number][] = [
  ["y", 365.25 * DAY, 2],
  ["mo", 30.4375 * DAY, 2],
  ["d", DAY, 1],
  ["h", 3_600, 1],
  ["min", 60, 1],
];
const AS_A_DATE = 45 * DAY;
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** How long something takes or took, in the largest unit that fits. */
export function span(seconds: number): string {
  for (const [unit, length, from] of STEPS)
    if (seconds >= length * from) return `${Math.floor(seconds / length)} ${unit}`;
  return seconds > 0 && seconds < 1
    ? `${Math.round(seconds * 1000)} ms`
    : `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.floor(seconds)} s`;
}

/** Clocks of two machines differ by as much. */
const SAME_MOMENT = 60;

/** What is further away than anyone counts days is said by its date; what is yet to come, in how long. */
export function ago(moment: string | number | Date, now: number = Date.now()): string {
  const since = (now - new Date(moment).getTime()) / 1000;
  if (since < -SAME_MOMENT)
    return since > -AS_A_DATE ? `in ${span(Math.floor(-since))}` : date.format(new Date(moment));
  const seconds = Math.max(0, since);
  return seconds < AS_A_DATE ? `${span(Math.floor(seconds))} ago` : date.format(new Date(moment));
}

export const absolute = (moment: string | number | Date): string => full.format(new Date(moment));
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The time alone if it is of today. */
export function dayAndTime(moment: string | number | Date, now: Date = new Date()): string {
  const then = new Date(moment);
  return (then.toDateString() === now.toDateString() ? clock : day).format(then);
}

export const timeOfDay = (moment: string | number | Date): string => clock.format(new Date(moment));
