// What this tab has heard of the stream: each event once, whoever brought it, and whether any is missing.

import type { LiveEvent } from "../api/schema.ts";
import type {
  BulkEvent,
  ExportEvent,
  JobEvent,
  ResyncEvent,
  RowsEvent,
  TickEvent,
  WorkflowEvent,
} from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";

/** A beat is no news: the stream itself listens for it. */
export type Kind = Exclude<LiveEvent["kind"], "beat">;
type Known = BulkEvent | ExportEvent | JobEvent | ResyncEvent | RowsEvent | TickEvent | WorkflowEvent;
export type Events = { [K in Kind]: Extract<Known, { kind: K }> };
type Heard<K extends Kind> = (event: Events[K]) => void;

/** Every kind there is; one that the server adds is an error here until someone listens. */
const listeners: { [K in Kind]: Set<Heard<K>> } = {
  rows: new Set(),
  bulk: new Set(),
  tick: new Set(),
  workflow: new Set(),
  job: new Set(),
  export: new Set(),
  resync: new Set(),
};
export const EVERY_KIND = keysOf(listeners);

/** An event as it came: its id says where in the stream it stands. */
export interface Told {
  kind: Kind;
  id: string;
  text: string;
}

let last: string | null = null;

export const lastHeard = (): string | null => last;

export function on<K extends Kind>(kind: K, heard: Heard<K>): () => void {
  const there: Set<Heard<K>> = listeners[kind];
  there.add(heard);
  return () => there.delete(heard);
}

function emit<K extends Kind>(kind: K, event: Events[K]): void {
  const there: Set<Heard<K>> = listeners[kind];
  for (const heard of there) heard(event);
}

export function hear({ kind, id, text }: Told): void {
  const step = stepTo(last, id);
  if (step === "known" && kind !== "resync") return;
  if (id) last = id;
  emit(kind, JSON.parse(text));
  if (step === "gap" && kind !== "resync") fetchAnew();
}

/** The stream stands at this id; whoever is not there has missed something. */
export function compareWith(id: string | null): void {
  if (id === null || last === null || stepTo(last, id) === "known") return;
  last = id;
  fetchAnew();
}

const MISSED: ResyncEvent = { kind: "resync", reason: "Some events did not arrive." };
/** As if the server had said it; it stands nowhere in the stream. */
export const SOME_MISSED: Told = { kind: "resync", id: "", text: JSON.stringify(MISSED) };
const fetchAnew = (): void => emit("resync", MISSED);

/** Ids are `epoch-number`, and numbers follow each other without a gap. */
export function stepTo(from: string | null, to: string): "known" | "next" | "gap" {
  if (from === null) return "next";
  const [epoch, number] = parts(from);
  const [nextEpoch, nextNumber] = parts(to);
  if (epoch !== nextEpoch) return "gap";
  if (nextNumber <= number) return "known";
  return nextNumber === number + 1 ? "next" : "gap";
}

function parts(id: string): [epoch: string, number: number] {
  const [epoch = "", number = ""] = id.split("-");
  return [epoch, Number(number)];
}
