// A walk through a list, one row at a time: where it stands and what was decided. Pure; the page shows it.
import type { Overtaken, Row, Settable, State } from "../api/types.ts";

export interface Session {
  items: readonly Row[];
  at: number;
  decided: ReadonlyMap<string, Settable>;
  /** Since when the server has a decision about each. */
  kept: ReadonlyMap<string, number>;
  /** Decided here at some time, though it may be open again: news of these tell of what was done here. */
  own: ReadonlySet<string>;
  /** What became something else, by somebody else, since it was listed. */
  changed: ReadonlySet<string>;
  /** Decided here as well, but later: what was decided here was not taken. */
  overtaken: ReadonlySet<string>;
  later: ReadonlySet<string>;
  undone: number;
  /** When decisions were made, the last minute's and a little more. */
  times: readonly number[];
}

/** Of a row: what may change without the person at it. */
type RowNews = Pick<
  Row,
  "id" | "state" | "curation_status" | "processing_status" | "error" | "outcome" | "attempts" | "updated_at"
>;

export type Step =
  | { kind: "more"; items: readonly Row[] }
  /** Rows as they are now. Those ahead that are in none of these states go, unless all states are listed. */
  | { kind: "news"; rows: readonly RowNews[]; states: readonly State[] }
  | { kind: "overtaken"; rows: readonly Overtaken[] }
  | { kind: "decide"; id: string; status: Settable; now: number }
  | { kind: "decide-many"; ids: readonly string[]; status: Settable }
  | { kind: "kept"; ids: readonly string[]; now: number }
  | { kind: "later"; id: string }
  | { kind: "put-back"; ids: readonly string[] }
  | { kind: "undo"; id: string; before?: Settable | undefined }
  /** The row keeps its decision after all; null if there is a new one since. */
  | { kind: "undo-refused"; id: string; status: Settable | null }
  | { kind: "move"; by: 1 | -1 };

export const start: Session = {
  items: [],
  at: 0,
  decided: new Map(),
  kept: new Map(),
  own: new Set(),
  changed: new Set(),
  overtaken: new Set(),
  later: new Set(),
  undone: 0,
  times: [],
};
const MINUTE = 60_000;

export function step(session: Session, taken: Step): Session {
  switch (taken.kind) {
    case "more":
      return withMore(session, taken.items);
    case "news":
      return withNews(session, taken.rows, taken.states);
    case "overtaken":
      return withOvertaken(session, taken.rows);
    case "decide": {
      const decided = new Map(session.decided).set(taken.id, taken.status);
      const later = without(session.later, taken.id);
      const times = [...session.times.filter((time) => taken.now - time < MINUTE), taken.now];
      const own = new Set(session.own).add(taken.id);
      const overtaken = without(session.overtaken, taken.id);
      return { ...session, decided, own, overtaken, later, times, at: nextOpen(session, decided) };
    }
    case "decide-many": {
      const decided = new Map(session.decided);
      for (const id of taken.ids) decided.set(id, taken.status);
      const own = new Set([...session.own, ...taken.ids]);
      return { ...session, decided, own, at: nextOpen({ ...session, at: session.at - 1 }, decided) };
    }
    case "kept":
      return { ...session, kept: new Map([...taken.ids.map((id) => [id, taken.now] as const), ...session.kept]) };
    case "later":
      return { ...session, later: new Set(session.later).add(taken.id), items: moveToEnd(session.items, session.at) };
    case "put-back": {
      const first = session.items.findIndex(({ id }) => taken.ids.includes(id));
      return {
        ...session,
        decided: withoutAll(session.decided, taken.ids),
        kept: withoutAll(session.kept, taken.ids),
        at: first < 0 ? session.at : Math.min(session.at, first),
      };
    }
    case "undo": {
      const at = session.items.findIndex(({ id }) => id === taken.id);
      const open = withoutAll(session.decided, [taken.id]);
      const decided = taken.before ? new Map(open).set(taken.id, taken.before) : open;
      const kept = withoutAll(session.kept, [taken.id]);
      return { ...session, decided, kept, undone: session.undone + 1, at: at < 0 ? session.at : at };
    }
    case "undo-refused":
      return {
        ...session,
        decided: taken.status ? new Map(session.decided).set(taken.id, taken.status) : session.decided,
        undone: session.undone - 1,
      };
    case "move":
      return { ...session, at: Math.max(0, Math.min(session.items.length, session.at + taken.by)) };
  }
}

/** Rows put off stay last, behind what comes in. */
function withMore(session: Session, items: readonly Row[]): Session {
  const known = new Set(session.items.map(({ id }) => id));
  const fresh = items.filter(({ id }) => !known.has(id));
  const putOff = session.items.filter(({ id }, index) => index > session.at && session.later.has(id));
  const rest = session.items.filter((row) => !putOff.includes(row));
  return { ...session, items: [...rest, ...fresh, ...putOff] };
}

function withNews(session: Session, rows: readonly RowNews[], states: readonly State[]): Session {
  const news = new Map(rows.filter(({ id }) => !session.own.has(id)).map((row) => [row.id, row]));
  if (!session.items.some(({ id, state }) => state !== (news.get(id)?.state ?? state))) return session;
  const changed = new Set(session.changed);
  const items = session.items.flatMap((row, index): readonly Row[] => {
    const now = news.get(row.id);
    if (!now || now.state === row.state) return [row];
    if (index > session.at && states.length > 0 && !states.includes(now.state)) return [];
    changed.add(row.id);
    const { state, curation_status, processing_status, error, outcome, attempts, updated_at } = now;
    return [{ ...row, state, curation_status, processing_status, error, outcome, attempts, updated_at }];
  });
  return { ...session, items, changed };
}

/** From here on news of them are somebody else's again. */
function withOvertaken(session: Session, rows: readonly Overtaken[]): Session {
  const now = new Map(
    rows.map(({ id, state, curation_status, updated_at }) => [id, { state, curation_status, updated_at }]),
  );
  return {
    ...session,
    items: session.items.map((row) => (now.has(row.id) ? { ...row, ...now.get(row.id) } : row)),
    own: new Set([...session.own].filter((id) => !now.has(id))),
    changed: new Set([...session.changed, ...now.keys()]),
    overtaken: new Set([...session.overtaken, ...now.keys()]),
  };
}

function moveToEnd(items: readonly Row[], at: number): readonly Row[] {
  const row = items[at];
  return row ? [...items.slice(0, at), ...items.slice(at + 1), row] : items;
}

function nextOpen({ items, at }: Session, decided: ReadonlyMap<string, Settable>): number {
  let next = at + 1;
  while (next < items.length && decided.has(items[next]?.id ?? "")) next += 1;
  return next;
}

function without(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const rest = new Set(set);
  rest.delete(id);
  return rest;
}

function withoutAll<Value>(map: ReadonlyMap<string, Value>, ids: readonly string[]): ReadonlyMap<string, Value> {
  const rest = new Map(map);
  for (const id of ids) rest.delete(id);
  return rest;
}

/** How many of those in these states are left: the server's count, less what was decided here and cannot be in it. */
export function left({ decided, kept }: Session, states: readonly State[], counted: number, at: number): number {
  const gone = [...decided].filter(([id, status]) => !states.includes(status) && !((kept.get(id) ?? at) < at));
  return Math.max(0, counted - (states.length > 0 ? gone.length : 0));
}

export interface Tally {
  queued: number;
  skipped: number;
  reset: number;
  later: number;
  undone: number;
  perMinute: number;
}

export function tally(session: Session, now: number): Tally {
  const count = (status: Settable) => [...session.decided.values()].filter((each) => each === status).length;
  return {
    queued: count("Queued"),
    skipped: count("Skipped"),
    reset: count("New"),
    later: session.later.size,
    undone: session.undone,
    perMinute: speed(session.times, now),
  };
}

/** Decisions per minute over the last minute; a beginner's first seconds are not stretched to a minute. */
export function speed(times: readonly number[], now: number): number {
  const recent = times.filter((time) => now - time < MINUTE);
  const first = recent[0];
  if (first === undefined || recent.length < 2) return recent.length;
  const span = Math.max(10_000, Math.min(MINUTE, now - first));
  return Math.round((recent.length * MINUTE) / span);
}
