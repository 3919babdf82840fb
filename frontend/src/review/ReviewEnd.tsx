import { shown } from "../text/shown.ts";
import { Notice } from "../ui/Notice.tsx";
import type { Reviewing } from "./useReview.ts";
import "../detail/detail.css";

export function ReviewEnd({
  review: { isLoading, error, retry, session, take, others },
  onClose,
}: {
  review: Reviewing;
  onClose: () => void;
}) {
  if (error) return <Notice title={error.message} action={{ label: "Try again", run: retry }} />;
  if (isLoading)
    return (
      <p className="quiet" aria-busy="true">
        Loading the next rows…
      </p>
    );
  if (session.items.length === 0)
    return (
      <Notice
        title={others.length > 0 ? `${namesOf(others)} the rest before them.` : "No row matches."}
        action={{ label: "Back to the grid", run: onClose }}
      >
        {others.length > 0
          ? "Nobody is given the same row twice. Come back later for what they leave."
          : "Change the filter in the grid, then come back."}
      </Notice>
    );
  return (
    <div className="notice">
      <p className="notice-title">That was the last one.</p>
      <p className="quiet">
        {session.decided.size} decided of {session.items.length}. All decisions are kept.
        {others.length > 0 && ` ${namesOf(others)} others before them.`}
      </p>
      <div className="review-buttons">
        <button type="button" className="button" onClick={() => take({ kind: "move", by: -1 })}>
          Back to the last
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          Back to the grid
        </button>
      </div>
    </div>
  );
}

const namesOf = (names: readonly string[]): string =>
  `${new Intl.ListFormat("en").format(names.map((name) => shown(name, 40)))} ${names.length === 1 ? "has" : "have"}`;
