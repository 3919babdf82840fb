// One stream for all tabs of a browser: the tab that leads holds it and passes on what it hears.
import { become, type Connection, connectionNow, watchConnection } from "./connection.ts";
import { Contest } from "./contest.ts";
import { compareWith, hear, lastHeard, SOME_MISSED, type Told } from "./news.ts";
import { hasNoPlace, openSource } from "./source.ts";

/** Tabs of another version may be open: what they say to each other is part of the name. */
const NAME = "sky-live-1";
const LOOK_EVERY = 4_000;
const PATIENCE = 2;

type Message =
  | { kind: "hello" }
  | { kind: "told"; told: Told }
  | { kind: "standing"; connection: Connection; last: string | null };

export const canShare = (): boolean =>
  "locks" in navigator && Boolean(navigator.locks) && typeof BroadcastChannel === "function";

/** `person`: whoever signs in next must not hear what was meant for the one before. */
export function shareStream(person: string, refused: () => void): () => void {
  const name = `${NAME} ${person}`;
  const channel = new BroadcastChannel(name);
  const post = (message: Message) => channel.postMessage(message);
  const tellStanding = () => post({ kind: "standing", connection: connectionNow(), last: lastHeard() });
  let stopLeading: (() => void) | null = null;
  let unanswered = 0;
  /** What the others heard before they are heard again here is not known. */
  let isBehind = hasNoPlace();

  const lead = () => {
    const close = openSource((told) => {
      hear(told);
      post({ kind: "told", told });
    });
    const stopTelling = watchConnection(tellStanding);
    tellStanding();
    stopLeading = () => {
      stopTelling();
      close();
      stopLeading = null;
    };
  };
  const follow = () => {
    stopLeading?.();
    isBehind = hasNoPlace();
  };
  const contest = new Contest(name, { lead, follow, refused });
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "hello") return contest.isLeading ? tellStanding() : undefined;
    unanswered = 0;
    if (contest.isLeading) return;
    if (isBehind) hear(SOME_MISSED);
    isBehind = false;
    if (data.kind === "told") return hear(data.told);
    become(data.connection);
    compareWith(data.last);
  };
  // A tab that hangs keeps its lock. Only one that a person sees is in a hurry, and its clock is not slowed down.
  const look = () => {
    if (contest.isLeading || document.hidden) return;
    if (unanswered === PATIENCE) contest.take();
    else post({ kind: "hello" });
    unanswered = (unanswered + 1) % (PATIENCE + 1);
  };
  const clock = setInterval(look, LOOK_EVERY);
  post({ kind: "hello" });
  return () => {
    clearInterval(clock);
    contest.end();
    stopLeading?.();
    channel.close();
  };
}
