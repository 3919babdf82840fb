// What the server answered, or why it did not yet.
import type { ReactNode } from "react";
import { inWords } from "../text/trouble.ts";
import { Notice } from "./Notice.tsx";

/** What of a query is needed to show it. */
export interface Asked<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
  /** Of a try in vain, after which there is another. */
  failureReason: Error | null;
}

interface AnswerProps<Data> {
  query: Asked<Data>;
  what: string;
  children: (data: Data) => ReactNode;
}

export function Answer<Data>({ query, what, children }: AnswerProps<Data>) {
  const again = () => void query.refetch();
  if (query.data === undefined) {
    if (query.error) return <Notice title={inWords(query.error)} action={{ label: "Try again", run: again }} />;
    return <Loading what={what} reason={query.failureReason} />;
  }
  return (
    <>
      {query.error && (
        <p className="problem stale" role="status">
          {inWords(query.error)}{" "}
          <button type="button" className="button" onClick={again}>
            Try again
          </button>
        </p>
      )}
      {children(query.data)}
    </>
  );
}

/** What is asked for, and after a try in vain why it is not there and that it is asked for again. */
export function Loading({ what, reason }: { what: string; reason: Error | null }) {
  return (
    <p className="notice quiet" role="status">
      {reason ? `${inWords(reason)} Trying again…` : `Loading ${what}…`}
    </p>
  );
}

/** Why actions are off, said once at the head of a screen. */
export function Refusal({ reason }: { reason: string | null }) {
  return reason ? (
    <p className="refusal" role="status">
      {reason}
    </p>
  ) : null;
}
