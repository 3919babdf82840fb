// Nothing is decided about a row before it was on the screen; a press that came too early is told, not kept for the next row.
import { useEffect, useRef, useState } from "react";
import type { Row } from "../api/types.ts";

const TOLD_FOR = 5_000;
/** Whoever was about to decide about a row reads first that somebody else just did. */
const READ_MS = 800;

export interface Missed {
  /** Just now. */
  count: number;
  why: string;
  /** Since the review began. */
  all: number;
}

interface Seeing {
  missed: Missed;
  /** What a press or a click does about the row that is shown. A key that is held down is one press. */
  about: (press: KeyboardEvent | undefined, refusal: string | null, run: (row: Row) => void) => void;
}

export function useSeen(row: Row | undefined, isLoading: boolean, isChanged: boolean): Seeing {
  const [missed, setMissed] = useState<Missed>({ count: 0, why: "", all: 0 });
  const seen = useRef({ id: "", at: 0 });
  const id = row && `${row.id} ${row.state}`;
  useEffect(() => {
    if (id === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // What is drawn in this frame is on the screen when it is over.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(
        () => {
          seen.current = { id, at: performance.now() };
        },
        isChanged ? READ_MS : 0,
      );
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [id, isChanged]);
  useEffect(() => {
    if (missed.count === 0) return;
    const timer = setTimeout(() => setMissed(({ all }) => ({ count: 0, why: "", all })), TOLD_FOR);
    return () => clearTimeout(timer);
  }, [missed]);
  const miss = (why: string) => setMissed(({ count, all }) => ({ count: count + 1, why, all: all + 1 }));
  return {
    missed,
    about: (press, refusal, run) => {
      if (press?.repeat) return;
      if (refusal) miss(refusal);
      else if (row && seen.current.id === id && (press?.timeStamp ?? Number.POSITIVE_INFINITY) >= seen.current.at)
        run(row);
      else if (row && isChanged) miss("The row was changed just now, by somebody else.");
      else if (row) miss("The next row was not on the screen yet.");
      else if (isLoading) miss("The next rows were not here yet.");
    },
  };
}
