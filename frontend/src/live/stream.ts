// The stream of events while the page is there: shared by a browser's tabs, or this tab's own while somebody sees it.
import { hear } from "./news.ts";
import { canShare, shareStream } from "./sharing.ts";
import { openSource } from "./source.ts";

export { type Connection, connectionNow, watchConnection } from "./connection.ts";
export { type Events, type Kind, on } from "./news.ts";

/** Until the returned function is called. A page that is put aside lets go, and goes on where it was when it comes back. */
export function connect(person: string): () => void {
  let stop: (() => void) | null = null;
  const start = () => {
    stop ??= join(person);
  };
  const pause = () => {
    stop?.();
    stop = null;
  };
  const ends = [
    listen(window, "pagehide", pause),
    listen(window, "pageshow", start),
    listen(document, "freeze", pause),
    listen(document, "resume", start),
  ];
  start();
  return () => {
    for (const end of ends) end();
    pause();
  };
}

function join(person: string): () => void {
  let stop = (): void => undefined;
  if (canShare())
    stop = shareStream(person, () => {
      stop();
      stop = ownStream();
    });
  else stop = ownStream();
  return () => stop();
}

/** A browser opens six connections to a server at most: tabs that nobody sees leave them to the others. */
function ownStream(): () => void {
  let close: (() => void) | null = null;
  const look = () => {
    if (!document.hidden) close ??= openSource(hear);
    else {
      close?.();
      close = null;
    }
  };
  const end = listen(document, "visibilitychange", look);
  look();
  return () => {
    end();
    close?.();
  };
}

function listen(target: EventTarget, name: string, heard: () => void): () => void {
  target.addEventListener(name, heard);
  return () => target.removeEventListener(name, heard);
}
