// Pairs that may be one business, side by side; a person says which, and can take it back.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { get, post } from "../api/client.ts";
import type { DuplicateList, DuplicatePair as Pair, PairAnswer } from "../api/types.ts";
import { useKeyMap, useKeys } from "../keys/useKeys.ts";
import { useRefusal } from "../shell/refusal.ts";
import { plural } from "../text/numbers.ts";
import { Notice } from "../ui/Notice.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { PairCard } from "./PairCard.tsx";
import "./duplicates.css";

const SIZE = 50;

export default function DuplicatesPage() {
  const { data, error, refetch } = useQuery({ queryKey: ["duplicates"], queryFn: ({ signal }) => get<DuplicateList>("/duplicates", { size: SIZE }, signal) });
  const [chosen, setChosen] = useState(0);
  const pairs = data?.items ?? [];
  const at = Math.min(chosen, Math.max(0, pairs.length - 1));
  const decide = useDecide();
  const pair = pairs[at];
  useKeys({
    "pair-next": () => setChosen(Math.min(at + 1, pairs.length - 1)),
    "pair-before": () => setChosen(Math.max(0, at - 1)),
    "pair-left": () => pair && decide(pair, "merge", pair.first.id),
    "pair-right": () => pair && decide(pair, "merge", pair.second.id),
    "pair-apart": () => pair && decide(pair, "apart"),
  });
  return (
    <main id="main" className="pane">
      <div className="pane-head">
        <h1>Possible duplicates</h1>
        {data && <span className="quiet">{data.next ? `the ${SIZE} likeliest` : plural(pairs.length, "pair")}</span>}
        <PairKeys />
      </div>
      {error && !data && <Notice title={error.message} action={{ label: "Try again", run: () => void refetch() }} />}
      {!data && !error && <p className="quiet" aria-busy="true">Loading pairs…</p>}
      {data?.items.length === 0 && <Notice title="No two places look like one business.">Pairs appear here when sources tell of places that are close and alike.</Notice>}
      <ol className="pairs">
        {pairs.map((each, index) => <PairCard key={each.id} pair={each} isActive={index === at} onActive={() => setChosen(index)} onDecide={decide} />)}
      </ol>
    </main>
  );
}

function PairKeys() {
  const { print } = useKeyMap();
  return <p className="quiet pair-keys"><kbd>{print("pair-next")}</kbd> <kbd>{print("pair-before")}</kbd> move</p>;
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
    client.setQueryData<DuplicateList>(["duplicates"], (list) => list && { ...list, items: list.items.filter(({ id }) => id !== pair.id) });
    try {
      await post<PairAnswer>(`/duplicates/${pair.id}/${verb}`, verb === "merge" ? { keep } : undefined);
      toast(verb === "merge" ? "The two are one business now." : "The two stay apart.", { action: { label: "Undo", run: () => void takeBack(pair.id) } });
      for (const key of ["list", "row"]) void client.invalidateQueries({ queryKey: [key] });
    } catch (error) {
      problem(error instanceof Error ? error.message : String(error));
    }
    refresh();
  };
  return (pair, verb, keep) => {
    if (refusal) problem(refusal);
    else void send(pair, verb, keep);
  };
}

