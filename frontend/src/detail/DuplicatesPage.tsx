// Pairs that may be one business, side by side; a person says which, and can take it back.

import { useEffect, useState } from "react";
import type { DuplicatePair as Pair } from "../api/types.ts";
import { useKeyMap, useKeys } from "../keys/useKeys.ts";
import { number, plural } from "../text/numbers.ts";
import { Notice } from "../ui/Notice.tsx";
import { problem } from "../ui/Toasts.tsx";
import { PairCard } from "./PairCard.tsx";
import { useDecide, usePairs } from "./usePairs.ts";
import "./duplicates.css";

const AHEAD = 5;

export default function DuplicatesPage() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePairs();
  const [chosen, setChosen] = useState<number | null>(null);
  const pairs = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const at = Math.min(chosen ?? 0, Math.max(0, pairs.length - 1));
  const decide = useDecide();
  /** Only about a pair that the person moved to or pointed at. */
  const about = (run: (pair: Pair) => void) => {
    const pair = pairs[at];
    if (chosen !== null && pair) run(pair);
    else if (pair) problem("No pair is chosen. Click one or move to it first. Nothing was changed.");
  };
  const isNearEnd = hasNextPage && !isFetchingNextPage && !error && at >= pairs.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) void fetchNextPage();
  }, [isNearEnd, fetchNextPage]);
  useKeys({
    "pair-next": () => setChosen(chosen === null ? 0 : Math.min(at + 1, pairs.length - 1)),
    "pair-before": () => setChosen(Math.max(0, at - 1)),
    "pair-left": () => about((pair) => decide(pair, "merge", pair.first.id)),
    "pair-right": () => about((pair) => decide(pair, "merge", pair.second.id)),
    "pair-apart": () => about((pair) => decide(pair, "apart")),
  });
  return (
    <main id="main" className="pane">
      <div className="pane-head">
        <h1>Possible duplicates</h1>
        {total > 0 && (
          <span className="quiet" role="status">
            {plural(total, "pair")} to decide, the likeliest first
          </span>
        )}
        {total > 0 && <PairKeys />}
      </div>
      {error && !data && <Notice title={error.message} action={{ label: "Try again", run: () => void refetch() }} />}
      {!data && !error && (
        <p className="quiet" aria-busy="true">
          Loading pairs…
        </p>
      )}
      {data && pairs.length === 0 && !hasNextPage && (
        <Notice title="No two places look like one business.">
          Pairs appear here when sources tell of places that are close and alike.
        </Notice>
      )}
      <ol className="pairs">
        {pairs.map((each, index) => (
          <PairCard
            key={each.id}
            pair={each}
            isActive={chosen !== null && index === at}
            onActive={() => setChosen(index)}
            onDecide={decide}
          />
        ))}
      </ol>
      {hasNextPage && (
        <button
          type="button"
          className="button pairs-more"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? "Loading…" : `Show more: ${number(pairs.length)} of ${number(total)} shown`}
        </button>
      )}
      {error && data && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
    </main>
  );
}

function PairKeys() {
  const { print } = useKeyMap();
  return (
    <p className="quiet pair-keys">
      <kbd>{print("pair-next")}</kbd> <kbd>{print("pair-before")}</kbd> move
    </p>
  );
}
