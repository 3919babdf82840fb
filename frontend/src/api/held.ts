// Decisions that the server could not be told of: kept in the page, and sent in their order as soon as it answers.
import { plural } from "../text/numbers.ts";
import { dropToastsAbout, toast } from "../ui/Toasts.tsx";
import { ApiError, Unreachable } from "./client.ts";

const AGAIN_AFTER = 3_000;
const HELD = "held";
let held = 0;
let sent = 0;
let isSignedOut = false;
let line: Promise<unknown> = Promise.resolve();
const elsewhere = new Set<() => number>();
const waiting = new Set<() => void>();

/** The answer to `ask`, however long the server is away. What it refuses is thrown; `onHeld` hears that it takes long. */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  onHeld: () => void = () => undefined,
  decisions = 1,
): Promise<Answer> {
  // What waits already is about the same rows, perhaps: nothing overtakes it.
  if (held === 0) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }
  onHeld();
  begin(decisions);
  const turn = line.then(() => insist(ask));
  const told = turn.then(
    () => end(decisions, true),
    () => end(decisions, false),
  );
  line = told;
  return turn;
}

async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
      isSignedOut = isUnknown(error);
      say();
      await another();
    }
  }
}

/** Nobody is there, or a proxy says so, or whoever is there wants to know again who asks: later may be better, and twice does no harm. */
const isAway = (error: unknown): boolean =>
  error instanceof Unreachable ||
  isUnknown(error) ||
  (error instanceof ApiError && [502, 503, 504].includes(error.status));

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Whoever was signed out waits for `sendHeld`: an answer that was asked for before would sign them out again. */
const another = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      waiting.delete(go);
      resolve();
    };
    const timer = isSignedOut ? undefined : setTimeout(go, AGAIN_AFTER);
    addEventListener("online", go);
    waiting.add(go);
  });

/** Somebody signed in: what waited for that is sent. */
export function sendHeld(): void {
  for (const go of waiting) go();
}

/** Decisions that wait for those that are held are counted with them. Until the returned function is called. */
export function countAlso(size: () => number): () => void {
  elsewhere.add(size);
  return () => elsewhere.delete(size);
}

/** Whether decisions wait for an answer. */
export const isHolding = (): boolean => held > 0;

/** There is one decision more, or less. */
export function countAgain(): void {
  if (held > 0) say();
}

function begin(decisions: number): void {
  if (held === 0) addEventListener("beforeunload", confirmLeaving);
  held += decisions;
  say();
}

function end(decisions: number, isSent: boolean): void {
  held -= decisions;
  if (isSent) sent += decisions;
  isSignedOut = false;
  if (held > 0) say();
  else allEnded();
}

function allEnded(): void {
  removeEventListener("beforeunload", confirmLeaving);
  dropToastsAbout(HELD);
  // What was refused is told where that is known.
  if (sent > 0)
    toast(`The server answers again. ${plural(sent, "decision was", "decisions were")} sent.`, { about: HELD });
  sent = 0;
}

function say(): void {
  const size = [...elsewhere].reduce((sum, each) => sum + each(), held);
  const why = isSignedOut ? "Your session has ended." : "The server does not answer.";
  const when = isSignedOut ? "sent once you have signed in again" : "sent as soon as it does";
  dropToastsAbout(HELD);
  toast(`${why} ${plural(size, "decision")} to send: kept in this window and ${when}; leave it open.`, {
    kind: "problem",
    about: HELD,
    seconds: 86_400,
  });
}

const confirmLeaving = (event: Event): void => event.preventDefault();
