// Pairs that may be one business: read page by page, decided one by one.
import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../api/client.ts";
import { firstPage } from "../api/queries.ts";
import type { DuplicateList, DuplicatePair as Pair } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { problem, toast } from "../ui/Toasts.tsx";

const SIZE = 50;

type Pairs = InfiniteData<DuplicateList>;

/** A page begins after a pair, so that deciding about some moves none of the others. */
export function usePairs() {
  return useInfiniteQuery({
    queryKey: ["duplicates"],
    queryFn: ({ pageParam, signal }) => get("/duplicates", { size: SIZE, after: pageParam }, signal),
    initialPageParam: firstPage(),
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

export type DecidePair = (pair: Pair, verb: "merge" | "apart", keep?: string) => void;

/** Gone from the list at once, back if the server refuses, and undoable by its own endpoint. */
export function useDecide(): DecidePair {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const refresh = () => void client.invalidateQueries({ queryKey: ["duplicates"] });
  const takeBack = async (id: string) => {
    try {
      await post(`/duplicates/${id}/take-back`);
      toast("Taken back. The pair is open again.", { seconds: 5 });
    } catch (error) {
      problem(error instanceof Error ? error.message : String(error));
    }
    refresh();
  };
  const send = async (pair: Pair, verb: "merge" | "apart", keep?: string) => {
    client.setQueryData<Pairs>(["duplicates"], (pairs) => pairs && without(pairs, pair.id));
    try {
      await post(`/duplicates/${pair.id}/${verb}`, verb === "merge" ? { keep } : undefined);
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
