// One row at a time, decided by key: the same filter and order as the grid.

import { useMemo, useState } from "react";
import { decidedRow } from "../api/decide.ts";
import type { RowFilter, WorkflowMeta } from "../api/types.ts";
import { plainWords } from "../detail/marking.ts";
import { hostOf, titleOf } from "../detail/rows.ts";
import { useKeyMap, useKeys } from "../keys/useKeys.ts";
import { useRoleRefusal } from "../shell/refusal.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { stepOf } from "../text/step.ts";
import { useGo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { DomainDialog } from "./DomainDialog.tsx";
import { ReviewCard } from "./ReviewCard.tsx";
import { ReviewEnd } from "./ReviewEnd.tsx";
import { ReviewSide } from "./ReviewSide.tsx";
import { TallyLine } from "./TallyLine.tsx";
import { type Reviewing, useReview } from "./useReview.ts";
import "../detail/detail.css";
import "./review.css";

interface ReviewProps {
  workflow: WorkflowMeta;
  filter: RowFilter;
  sort: string;
  /** How many rows match now, whoever decides about them. */
  matching: number | undefined;
  matchedAt: number;
  onClose: () => void;
}

export default function Review({ workflow, filter, sort, matching, matchedAt, onClose }: ReviewProps) {
  const refusal = useRoleRefusal("curator");
  const review = useReview(workflow, filter, sort, refusal);
  const { row, session, take, decide, later } = review;
  const { print } = useKeyMap();
  const [host, setHost] = useState<string | null>(null);
  const words = useMemo(() => plainWords(filter.search), [filter.search]);
  const skipDomain = () => setHost(row ? hostOf(workflow, row) : null);
  useReviewKeys(workflow, review, { skipDomain, onClose });
  return (
    <main id="main" className="pane review">
      <div className="pane-head">
        <h1>
          Review {workflow.title} <span className="code">step {stepOf(workflow)}</span>
        </h1>
        <TallyLine review={review} states={filter.states} matching={matching} matchedAt={matchedAt} />
        <button type="button" className="button" onClick={onClose}>
          <Icon name="left" />
          Back to the grid <kbd>{print("back")}</kbd>
        </button>
      </div>
      {review.lost && (
        <p className="problem" role="alert">
          {plural(
            review.lost.ids.size,
            "decision was not kept and is open again",
            "decisions were not kept and are open again",
          )}
          . {review.lost.why}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {row ? `${session.at + 1}: ${shown(titleOf(workflow, row), 120)}` : ""}
      </p>
      {row ? (
        <div className="review-columns">
          <ReviewCard
            key={row.id}
            workflow={workflow}
            row={row}
            words={words}
            decision={session.decided.get(row.id)}
            isChanged={session.changed.has(row.id)}
            isOvertaken={session.overtaken.has(row.id)}
            refusal={refusal}
            onDecide={decide}
            onLater={() => later()}
            onDomain={skipDomain}
          />
          <ReviewSide workflow={workflow} row={decidedRow(row, session.decided.get(row.id))} />
        </div>
      ) : (
        <ReviewEnd review={review} onClose={onClose} />
      )}
      {host && (
        <DomainDialog
          workflow={workflow}
          filter={filter}
          host={host}
          session={session}
          take={take}
          onClose={() => setHost(null)}
        />
      )}
    </main>
  );
}

interface Hands {
  skipDomain: () => void;
  onClose: () => void;
}

function useReviewKeys(
  workflow: WorkflowMeta,
  { take, undo, row, decide, later }: Reviewing,
  { skipDomain, onClose }: Hands,
): void {
  const go = useGo();
  useKeys({
    "review-queue": (press) => decide("Queued", press),
    "review-skip": (press) => decide("Skipped", press),
    "review-reset": (press) => decide("New", press),
    "review-later": later,
    "review-skip-domain": skipDomain,
    "review-edit": () => document.querySelector<HTMLElement>(".review-side .note textarea")?.focus(),
    "review-on": () => take({ kind: "move", by: 1 }),
    "review-back": () => take({ kind: "move", by: -1 }),
    "review-open": () => row && go(`/w/${workflow.kebab}/${row.id}`),
    undo: () => void undo(),
    back: onClose,
  });
}
