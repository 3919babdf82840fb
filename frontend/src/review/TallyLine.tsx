import { useEffect, useState } from "react";
import type { State } from "../api/types.ts";
import { total as inWords, number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { left, tally } from "./session.ts";
import type { Reviewing } from "./useReview.ts";

interface TallyProps {
  review: Reviewing;
  states: readonly State[];
  matching: number | undefined;
  /** When that was so. */
  matchedAt: number;
}

/** What is left for everybody, what one decided oneself and how fast, and who else is at it. */
export function TallyLine({ review: { session, total, missed, others }, states, matching, matchedAt }: TallyProps) {
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
    ...(missed.all ? [`${plural(missed.all, "press", "presses")} not taken`] : []),
  ];
  const isKnown = matching !== undefined || total.count !== null;
  const open = left(session, states, matching ?? total.count ?? 0, matching === undefined ? 0 : matchedAt);
  const names = new Intl.ListFormat("en").format(others.map((name) => shown(name, 40)));
  return (
    <p className="tally">
      <b>{isKnown ? inWords(open, total.isEstimate) : "…"}</b> {states.length > 0 ? "left" : "in all"}
      {others.length > 0 && (
        <>
          {" "}
          for all of you: <b className="foreign">{names}</b> {others.length === 1 ? "reviews" : "review"} here too
        </>
      )}
      <span className="quiet">
        {" "}
        · {number(session.decided.size)} done by you: {parts.join(", ")} · {number(perMinute)}/min
      </span>
      {missed.count > 0 && (
        <strong key={missed.count} className="review-missed" role="status">
          {plural(missed.count, "press", "presses")} not taken. {missed.why}
        </strong>
      )}
    </p>
  );
}
