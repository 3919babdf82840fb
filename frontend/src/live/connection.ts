// How the stream is doing, for the person: it is away for some seconds before that is said.
export type Connection = { state: "live" } | { state: "reconnecting" } | { state: "offline"; since: number };

const OFFLINE_AFTER = 6_000;
const watchers = new Set<() => void>();
let connection: Connection = { state: "reconnecting" };
let wasLive = false;
let cutAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export const connectionNow = (): Connection => connection;

export function watchConnection(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

export const hasBeenLive = (): boolean => wasLive;

/** As another tab says. */
export function become(next: Connection): void {
  stopWaiting();
  show(next);
}

function show(next: Connection): void {
  connection = next;
  wasLive ||= next.state === "live";
  for (const tell of watchers) tell();
}

export const opened = (): void => become({ state: "live" });

/** Asked for and not there yet. The time runs from the first try in vain. */
export function awaitOpening(): void {
  timer ??= setTimeout(() => become({ state: "offline", since: cutAt || Date.now() }), OFFLINE_AFTER);
}

export function cut(): void {
  if (connection.state === "live") cutAt = Date.now();
  if (connection.state !== "offline") show({ state: "reconnecting" });
  awaitOpening();
}

export function stopWaiting(): void {
  clearTimeout(timer);
  timer = undefined;
}
