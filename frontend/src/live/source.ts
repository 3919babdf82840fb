// The stream itself. A cut is mended by itself and resumes after the last event that came.
import { address } from "../api/client.ts";
import * as connection from "./connection.ts";
import { EVERY_KIND, lastHeard, SOME_MISSED, type Told } from "./news.ts";

const OPEN_AGAIN_AFTER = 3_000;
/** The server says something every three seconds: a connection that is gone without a word is noticed by its silence,
 * and so is one that is asked for and never comes. */
const LONGEST_SILENCE = 8_000;

/** A tab that was live before and heard of no event knows no place to go on from. */
export const hasNoPlace = (): boolean => lastHeard() === null && connection.hasBeenLive();

/** Until the returned function is called. `told` gets every event. */
export function openSource(told: (event: Told) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const watchSilence = () => {
    clearTimeout(silence);
    silence = setTimeout(openAnew, LONGEST_SILENCE);
  };
  const open = () => {
    watchSilence();
    const after = lastHeard();
    source = new EventSource(address("/events", { after }));
    source.onopen = () => {
      watchSilence();
      if (after === null && hasNoPlace()) told(SOME_MISSED);
      connection.opened();
    };
    source.onerror = () => {
      watchSilence();
      connection.cut();
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(silence);
      timer = setTimeout(open, OPEN_AGAIN_AFTER);
    };
    source.addEventListener("beat", watchSilence);
    for (const kind of EVERY_KIND) {
      source.addEventListener(kind, ({ lastEventId, data }: MessageEvent<string>) => {
        watchSilence();
        told({ kind, id: lastEventId, text: data });
      });
    }
  };
  const close = () => {
    clearTimeout(timer);
    clearTimeout(silence);
    source.close();
  };
  /** A server on this machine answers without any network, another does not: it is asked again, and so found out. */
  const openAnew = () => {
    close();
    connection.cut();
    open();
  };
  addEventListener("offline", openAnew);
  addEventListener("online", openAnew);
  connection.awaitOpening();
  open();
  return () => {
    removeEventListener("offline", openAnew);
    removeEventListener("online", openAnew);
    connection.stopWaiting();
    close();
  };
}
