// Decisions that the server could not be told of: kept in the page, and sent in their order as soon as it answers.
import { dropToastsAbout, toast } from "../ui/Toasts.tsx";
import { ApiError, Unreachable } from "./client.ts";

const AGAIN_AFTER = 3_000;
const HELD = "held";
let held = 0;
let line: Promise<unknown> = Promise.resolve();

/** The answer to `ask`, however long the server is away. What it refuses is thrown; `onHeld` hears that it takes long. */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  onHeld: () => void = () => undefined,
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
  count(1);
  const turn = line.then(() => insist(ask)).finally(() => count(-1));
  line = turn.catch(() => undefined);
  return turn;
}

async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
      await another();
    }
  }
}

/** Nobody is there, or a proxy says so: asking again may help, and asking twice does no harm. */
const isAway = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiError && [502, 503, 504].includes(error.status));

const another = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, AGAIN_AFTER);
    addEventListener("online", go);
  });

function count(by: 1 | -1): void {
  const before = held;
  held += by;
  if (before > 0 && held > 0) return;
  dropToastsAbout(HELD);
  if (held === 0) toast("The server answers again, and has your decisions.", { about: HELD });
  else
    toast(
      "The server does not answer. Your decisions are kept in this window and sent as soon as it does; leave it open.",
      { kind: "problem", about: HELD, seconds: 86_400 },
    );
  (held > 0 ? addEventListener : removeEventListener)("beforeunload", confirmLeaving);
}

const confirmLeaving = (event: Event): void => event.preventDefault();
