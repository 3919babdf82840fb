// One stream of events per browser. A cut is mended by itself and resumes after the last event that came.
import type { LiveEvent } from "../api/schema.ts";
import type { BulkEvent, ExportEvent, JobEvent, ResyncEvent, RowsEvent, TickEvent, WorkflowEvent } from "../api/types.ts";

export type Kind = LiveEvent["kind"];
type Known = BulkEvent | ExportEvent | JobEvent | ResyncEvent | RowsEvent | TickEvent | WorkflowEvent;
export type Events = { [K in Kind]: Extract<Known, { kind: K }> };
type Heard<K extends Kind> = (event: Events[K]) => void;

/** Every kind there is; one that the server adds is an error here until someone listens. */
const KINDS: Record<Kind, true> = { rows: true, bulk: true, tick: true, workflow: true, job: true, export: true, resync: true };

export type Connection = { state: "live" } | { state: "reconnecting" } | { state: "offline"; since: number };

const OFFLINE_AFTER = 6_000;
const listeners = new Map<Kind, Set<(event: never) => void>>();
const watchers = new Set<() => void>();
let connection: Connection = { state: "reconnecting" };
let source: EventSource | undefined;
let cutAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function become(next: Connection): void {
  connection = next;
  watchers.forEach((tell) => tell());
}

function stopWaiting(): void {
  clearTimeout(timer);
  timer = undefined;
}

export const connectionNow = (): Connection => connection;

export function watchConnection(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

export function on<K extends Kind>(kind: K, heard: Heard<K>): () => void {
  const there = listeners.get(kind) ?? new Set();
  listeners.set(kind, there);
  there.add(heard as (event: never) => void);
  return () => there.delete(heard as (event: never) => void);
}

function emit<K extends Kind>(kind: K, event: Events[K]): void {
  listeners.get(kind)?.forEach((heard) => (heard as Heard<K>)(event));
}

/** Until the returned function is called. After a cut that was not resumed, listeners get a `resync`. */
export function connect(address: string = "/api/v3/events"): () => void {
  source?.close();
  const stream = new EventSource(address);
  source = stream;
  stream.onopen = () => {
    stopWaiting();
    become({ state: "live" });
  };
  stream.onerror = () => {
    if (connection.state === "live") cutAt = Date.now();
    if (connection.state !== "offline") become({ state: "reconnecting" });
    // Each try in vain comes here: the time runs from the first of them.
    timer ??= setTimeout(() => become({ state: "offline", since: cutAt || Date.now() }), OFFLINE_AFTER);
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => source === stream && reopen(address), 3_000);
  };
  for (const kind of Object.keys(KINDS) as Kind[]) {
    stream.addEventListener(kind, (message: MessageEvent<string>) => emit(kind, JSON.parse(message.data)));
  }
  return () => {
    stopWaiting();
    source?.close();
  };
}

function reopen(address: string): void {
  connect(address);
  emit("resync", { kind: "resync", reason: "The stream was closed and opened anew." });
}
