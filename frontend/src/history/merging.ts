// Two streams of the past, each newest first and each loaded page by page, as one.
import type { Job, SettingChange } from "../api/types.ts";

export type Entry =
  | { kind: "batch"; at: string; batch: Job }
  | { kind: "batches"; at: string; batches: Job[] }
  | { kind: "setting"; at: string; changes: SettingChange[] };

export interface Loaded<Each> {
  items: readonly Each[];
  hasMore: boolean;
}

/** Rows are added to a sitting while it lasts: it stands where the last one was. */
export const lastOf = ({ last_at, made_at }: Pick<Job, "last_at" | "made_at">): string => last_at ?? made_at;

const time = (moment: string): number => new Date(moment).getTime();

/** Older than the oldest of a stream that goes on is not shown yet: what would stand between is not known. */
export function merged(batches: Loaded<Job>, changes: Loaded<SettingChange>): Entry[] {
  const entries: Entry[] = [
    ...batches.items.map((batch): Entry => ({ kind: "batch", at: lastOf(batch), batch })),
    ...changes.items.map((change): Entry => ({ kind: "setting", at: change.made_at, changes: [change] })),
  ];
  const edge = Math.max(
    horizon(batches.items.map(lastOf), batches.hasMore),
    horizon(
      changes.items.map((each) => each.made_at),
      changes.hasMore,
    ),
  );
  return gathered(entries.filter(({ at }) => time(at) >= edge).sort((one, other) => time(other.at) - time(one.at)));
}

const AT_ONCE_MS = 5_000;

/** Imports of sitemaps are each called by their address, and are of one kind. */
export const kindOf = ({ made_by }: Pick<Job, "made_by">): string =>
  made_by.startsWith("import of ") ? "imports" : made_by;

/** What a rule decides row by row is one entry a day. */
export function byMachine(entries: readonly Entry[], dayOf: (moment: string) => string): Entry[] {
  const lines = new Map<string, Entry>();
  for (const entry of entries) {
    const batch = entry.kind === "batch" && entry.batch.by_machine ? entry.batch : null;
    const key = batch ? JSON.stringify([dayOf(entry.at), kindOf(batch), batch.workflow, batch.status]) : entry.at;
    const there = lines.get(key);
    if (there?.kind === "batches" && batch) there.batches.push(batch);
    else if (there?.kind === "batch" && batch)
      lines.set(key, { kind: "batches", at: there.at, batches: [there.batch, batch] });
    else lines.set(there ? `${key} ${lines.size}` : key, entry);
  }
  return [...lines.values()];
}

/** The same change to several workflows in one go is one entry: pausing all is not nine. */
function gathered(entries: readonly Entry[]): Entry[] {
  const lines: Entry[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (entry.kind === "setting" && last?.kind === "setting" && isSame(last.changes, entry.changes))
      last.changes.push(...entry.changes);
    else lines.push(entry.kind === "setting" ? { ...entry, changes: [...entry.changes] } : entry);
  }
  return lines;
}

function isSame([one]: readonly SettingChange[], [other]: readonly SettingChange[]): boolean {
  if (!one || !other || time(one.made_at) - time(other.made_at) > AT_ONCE_MS) return false;
  return (
    one.field === other.field &&
    one.before === other.before &&
    one.after === other.after &&
    one.made_by === other.made_by &&
    one.undone === other.undone
  );
}

function horizon(moments: readonly string[], hasMore: boolean): number {
  if (!hasMore) return -Infinity;
  const oldest = moments.at(-1);
  return oldest === undefined ? Infinity : time(oldest);
}

/** The stream whose end is nearest is the one to read on. */
export function nextToLoad(batches: Loaded<Job>, changes: Loaded<SettingChange>): "batches" | "changes" | null {
  const ends = [
    ["batches", horizon(batches.items.map(lastOf), batches.hasMore)],
    [
      "changes",
      horizon(
        changes.items.map((each) => each.made_at),
        changes.hasMore,
      ),
    ],
  ] as const;
  const open = ends.filter(([, end]) => end !== -Infinity).toSorted(([, one], [, other]) => other - one);
  return open[0]?.[0] ?? null;
}

/** Days from the newest on, each with its entries. */
export function byDay(entries: readonly Entry[], dayOf: (moment: string) => string): [string, Entry[]][] {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}
