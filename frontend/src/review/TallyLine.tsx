import { useEffect, useState } from "react";
import { total as inWords, number, plural } from "../text/numbers.ts";
import { tally } from "./session.ts";
import type { Reviewing } from "./useReview.ts";

/** Where the walk stands, what was decided, and how fast. */
export function TallyLine({ review: { session, total, missed } }: { review: Reviewing }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 2_000);
    return () => clearInterval(timer);
  }, []);
  const { queued, skipped, reset, later, undone, perMinute } = tally(session, Math.max(now, session.times.at(-1) ?? 0));
  const parts = [
    `${number(queued)} queued`,
    `${number(skipped)} skipped`,
    ...(reset ? [`${number(reset)} reset`] : []),
    ...(later ? [`${number(later)} for later`] : []),
    ...(undone ? [`${number(undone)} undone`] : []),
  ];
  const all = total.count ?? session.items.length;
  if (all === 0) return <p className="tally" />;
  return (
    <p className="tally">
      <b>{number(Math.min(session.at + 1, Math.max(all, 1)))}</b> of {inWords(all, total.isEstimate)}
      <span className="quiet">
        {" "}
        · {parts.join(", ")} · {number(perMinute)}/min
      </span>
      {missed.count > 0 && (
        <strong key={missed.count} className="review-missed" role="status">
          {plural(missed.count, "press", "presses")} not taken. {missed.why}
        </strong>
      )}
    </p>
  );
}
