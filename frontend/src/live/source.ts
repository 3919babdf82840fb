// The stream itself. A cut is mended by itself and resumes after the last event that came.
import { address } from "../api/client.ts";
import * as connection from "./connection.ts";
import { EVERY_KIND, lastHeard, SOME_MISSED, type Told } from "./news.ts";

const OPEN_AGAIN_AFTER = 3_000;

/** A tab that was live before and heard of no event knows no place to go on from. */
export const hasNoPlace = (): boolean => lastHeard() === null && connection.hasBeenLive();

/** Until the returned function is called. `told` gets every event. */
export function openSource(told: (event: Told) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    const after = lastHeard();
    source = new EventSource(address("/events", { after }));
    source.onopen = () => {
      if (after === null && hasNoPlace()) told(SOME_MISSED);
      connection.opened();
    };
    source.onerror = () => {
      connection.cut();
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, OPEN_AGAIN_AFTER);
    };
    for (const kind of EVERY_KIND) {
      source.addEventListener(kind, ({ lastEventId, data }: MessageEvent<string>) =>
        told({ kind, id: lastEventId, text: data }),
      );
    }
  };
  connection.awaitOpening();
  open();
  return () => {
    clearTimeout(timer);
    connection.stopWaiting();
    source.close();
  };
}
