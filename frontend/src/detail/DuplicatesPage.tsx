// Places that may be one business and contacts that are one, side by side; a person says which, and can take it back.

import { useEffect, useState } from "react";
import type { DuplicatePair as Pair } from "../api/types.ts";
import { useKeyMap, useKeys } from "../keys/useKeys.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number, percent, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { useUrl } from "../text/url.ts";
import { Choice } from "../ui/Choice.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Notice } from "../ui/Notice.tsx";
import { Question } from "../ui/Question.tsx";
import { problem } from "../ui/Toasts.tsx";
import { ContactGroups } from "./ContactGroups.tsx";
import { PairCard } from "./PairCard.tsx";
import { ShowMore } from "./ShowMore.tsx";
import { isOpen, type PickedValues, useDecide, useMergeMany, usePairs } from "./usePairs.ts";
import "./duplicates.css";

const AHEAD = 5;

const KINDS = [
  ["places", "Places"],
  ["contacts", "Contacts"],
] as const;

export default function DuplicatesPage() {
  const [address, change] = useUrl();
  const of = address.get("of") === "contacts" ? "contacts" : "places";
  return (
    <main id="main" className="pane">
      <div className="pane-head">
        <h1>{address.has("contact") ? "Merge contacts" : "Possible duplicates"}</h1>
        <Choice
          label="Duplicates of"
          options={KINDS}
          value={of}
          onChange={(kind) => change({ of: kind === "places" ? null : kind, contact: null })}
        />
      </div>
      {of === "places" ? <PlacePairs /> : <ContactGroups />}
    </main>
  );
}

function PlacePairs() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePairs();
  const [chosen, setChosen] = useState<number | null>(null);
  const [picked, setPicked] = useState<Readonly<Record<string, PickedValues>>>({});
  const pairs = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const at = Math.min(chosen ?? 0, Math.max(0, pairs.length - 1));
  const { decide, takeBack } = useDecide();
  /** Only about a pair that the person moved to or pointed at. */
  const about = (run: (pair: Pair) => void) => {
    const pair = pairs[at];
    if (chosen !== null && pair && !isOpen(pair)) problem("That pair is decided already. Move to another one.");
    else if (chosen !== null && pair) {
      run(pair);
      setChosen(Math.min(at + 1, pairs.length - 1));
    } else if (pair) problem("No pair is chosen. Click one or move to it first. Nothing was changed.");
  };
  const isNearEnd = hasNextPage && !isFetchingNextPage && !error && at >= pairs.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) void fetchNextPage();
  }, [isNearEnd, fetchNextPage]);
  useKeys({
    "pair-next": () => setChosen(chosen === null ? 0 : Math.min(at + 1, pairs.length - 1)),
    "pair-before": () => setChosen(Math.max(0, at - 1)),
    "pair-left": () => about((pair) => decide(pair, "merge", pair.first.id, picked[pair.id])),
    "pair-right": () => about((pair) => decide(pair, "merge", pair.second.id, picked[pair.id])),
    "pair-apart": () => about((pair) => decide(pair, "apart")),
  });
  return (
    <>
      <div className="pair-summary">
        {total > 0 && (
          <span className="quiet" role="status">
            {plural(total, "pair")} to decide, the likeliest first
          </span>
        )}
        {total > 0 && <PairKeys />}
        {pairs.length > 1 && <MergeMany pairs={pairs.filter(isOpen)} />}
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
            picked={picked[each.id] ?? {}}
            onPick={(values) => setPicked({ ...picked, [each.id]: values })}
            isActive={chosen !== null && index === at}
            onActive={() => setChosen(index)}
            onDecide={decide}
            onTakeBack={takeBack}
          />
        ))}
      </ol>
      {hasNextPage && (
        <ShowMore
          shown={pairs.length}
          total={total}
          isLoading={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
      )}
      {error && data && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
    </>
  );
}

const MOST = 500;
const LEAST_OF_ALL = 0.8;
const LEAST = [0.99, 0.95, 0.9, 0.85, LEAST_OF_ALL];

/** The likeliest come first, so that those above a likeness are seen before they are merged. */
function MergeMany({ pairs }: { pairs: readonly Pair[] }) {
  const refusal = useRefusal("curator");
  const merge = useMergeMany();
  const [least, setLeast] = useState<number | null>(null);
  const isAnyLikely = pairs.some(({ likeness }) => likeness >= LEAST_OF_ALL);
  const those = pairs.filter(({ likeness }) => likeness >= (least ?? 1)).slice(0, MOST);
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={refusal !== null || !isAnyLikely}
        title={refusal ?? (isAnyLikely ? undefined : `None of these is at least ${percent(LEAST_OF_ALL)} alike`)}
        onClick={() => setLeast(LEAST.find((each) => pairs.some(({ likeness }) => likeness >= each)) ?? LEAST_OF_ALL)}
      >
        <Icon name="merge" />
        Merge many…
      </button>
      {least !== null && (
        <Question
          title="Merge many pairs"
          verb={`Merge ${plural(those.length, "pair")}`}
          disabled={those.length === 0}
          onDo={() => void merge(those)}
          onClose={() => setLeast(null)}
        >
          <label>
            Those that are at least{" "}
            <select value={least} onChange={(event) => setLeast(Number(event.target.value))}>
              {LEAST.map((each) => (
                <option key={each} value={each}>
                  {percent(each)} alike
                </option>
              ))}
            </select>
          </label>
          <p role="status">
            {plural(those.length, "pair")} of the {number(pairs.length)} shown. Of each the business that was edited,
            has a domain or is older stays; values come from the most trusted source. This can be undone.
          </p>
          <ul className="pair-names">
            {those.slice(0, 8).map(({ id, likeness, first, second }) => (
              <li key={id} className="foreign">
                {shown(first.name ?? "—", 60)} = {shown(second.name ?? "—", 60)}{" "}
                <span className="quiet">{percent(likeness)}</span>
              </li>
            ))}
          </ul>
        </Question>
      )}
    </>
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
