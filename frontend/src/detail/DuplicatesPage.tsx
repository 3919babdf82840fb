// Pairs that may be one business, side by side; a person says which, and can take it back.
import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { get, post } from "../api/client.ts";
import type { DuplicateList, DuplicatePair as Pair, PairAnswer } from "../api/types.ts";
import { useKeyMap, useKeys } from "../keys/useKeys.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number, plural } from "../text/numbers.ts";
import { Notice } from "../ui/Notice.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { PairCard } from "./PairCard.tsx";
import "./duplicates.css";

const SIZE = 50;
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

type Pairs = InfiniteData<DuplicateList>;

/** A page begins after a pair, so that deciding about some moves none of the others. */
function usePairs() {
  return useInfiniteQuery({
    queryKey: ["duplicates"],
    queryFn: ({ pageParam, signal }) => get<DuplicateList>("/duplicates", { size: SIZE, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

const without = (pairs: Pairs, gone: string): Pairs => ({
  ...pairs,
  pages: pairs.pages.map((page) => ({
    ...page,
    total: page.total - 1,
    items: page.items.filter(({ id }) => id !== gone),
  })),
});

function PairKeys() {
  const { print } = useKeyMap();
  return (
    <p className="quiet pair-keys">
      <kbd>{print("pair-next")}</kbd> <kbd>{print("pair-before")}</kbd> move
    </p>
  );
}

export type DecidePair = (pair: Pair, verb: "merge" | "apart", keep?: string) => void;

/** Gone from the list at once, back if the server refuses, and undoable by its own endpoint. */
function useDecide(): DecidePair {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const refresh = () => void client.invalidateQueries({ queryKey: ["duplicates"] });
  const takeBack = async (id: string) => {
    try {
      await post<PairAnswer>(`/duplicates/${id}/take-back`);
      toast("Taken back. The pair is open again.", { seconds: 5 });
    } catch (error) {
      problem(error instanceof Error ? error.message : String(error));
    }
    refresh();
  };
  const send = async (pair: Pair, verb: "merge" | "apart", keep?: string) => {
    client.setQueryData<Pairs>(["duplicates"], (pairs) => pairs && without(pairs, pair.id));
    try {
      await post<PairAnswer>(`/duplicates/${pair.id}/${verb}`, verb === "merge" ? { keep } : undefined);
      toast(verb === "merge" ? "The two are one business now." : "The two stay apart.", {
        action: { label: "Undo", run: () => void takeBack(pair.id) },
      });
      for (const key of ["list", "row"]) void client.invalidateQueries({ queryKey: [key] });
    } catch (error) {
      problem(error instanceof Error ? error.message : String(error));
      refresh();
    }
  };
  return (pair, verb, keep) => {
    if (refusal) problem(refusal);
    else void send(pair, verb, keep);
  };
}
