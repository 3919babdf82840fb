// Pairs that may be one business: read page by page, decided one by one or many at once.
import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../api/client.ts";
import { firstPage } from "../api/queries.ts";
import type { DuplicateList, DuplicatePair as Pair } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number, plural } from "../text/numbers.ts";
import { inWords } from "../text/trouble.ts";
import { dropToastsAbout, problem, toast } from "../ui/Toasts.tsx";

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

/** It stays where it is: the next one must not come under a pointer that has just pressed. */
const withDecision = (pairs: Pairs, id: string, decision: string): Pairs => ({
  ...pairs,
  pages: pairs.pages.map((page) => ({
    ...page,
    total: page.total + (decision === OPEN ? 1 : -1),
    items: page.items.map((each) => (each.id === id ? { ...each, decision } : each)),
  })),
});

const OPEN = "open";
export const isOpen = ({ decision }: Pair): boolean => decision === OPEN;

/** Of which of the two places a value is taken. */
export type PickedValues = Partial<Record<PickedField, string>>;
const PICKED = ["name", "address", "phone", "website", "category"] as const;
type PickedField = (typeof PICKED)[number];
export const isPickedField = (name: string): name is PickedField => PICKED.some((each) => each === name);

export type DecidePair = (pair: Pair, verb: "merge" | "apart", keep?: string, values?: PickedValues) => void;

/** Shown as decided at once, as open again if the server refuses, and undoable by its own endpoint. */
export function useDecide(): { decide: DecidePair; takeBack: (id: string) => void } {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const refresh = () => void client.invalidateQueries({ queryKey: ["duplicates"] });
  const show = (id: string, decision: string) =>
    client.setQueryData<Pairs>(["duplicates"], (pairs) => pairs && withDecision(pairs, id, decision));
  const takeBack = async (id: string) => {
    try {
      await post(`/duplicates/${id}/take-back`);
      show(id, OPEN);
      dropToastsAbout(id);
      toast("Undone. The pair is open again.", { seconds: 5 });
    } catch (error) {
      problem(error instanceof Error ? error.message : String(error));
      refresh();
    }
  };
  const send = async (pair: Pair, verb: "merge" | "apart", keep?: string, values: PickedValues = {}) => {
    show(pair.id, verb === "merge" ? "merged" : "apart");
    try {
      await post(`/duplicates/${pair.id}/${verb}`, verb === "merge" ? { keep, values } : undefined);
      toast(decidedWords(verb === "merge" ? "merged" : "apart"), {
        about: pair.id,
        action: { label: "Undo", run: () => void takeBack(pair.id) },
      });
      for (const key of ["list", "row"]) void client.invalidateQueries({ queryKey: [key] });
    } catch (error) {
      problem(error instanceof Error ? error.message : String(error));
      refresh();
    }
  };
  return {
    decide: (pair, verb, keep, values) => {
      if (refusal) problem(refusal);
      else if (isOpen(pair)) void send(pair, verb, keep, values);
    },
    takeBack: (id) => void takeBack(id),
  };
}

export const decidedWords = (decision: string): string =>
  decision === "merged" ? "The two places are one business now." : "The two places stay apart.";

/** Many at once, as they are seen; what cannot be decided now is told and stays. */
export function useMergeMany() {
  const client = useQueryClient();
  const refresh = () => {
    for (const key of ["duplicates", "list", "row"]) void client.invalidateQueries({ queryKey: [key] });
  };
  const undoAll = async (ids: readonly string[]) => {
    const done = await Promise.allSettled(ids.map((id) => post(`/duplicates/${id}/take-back`)));
    const back = done.filter(({ status }) => status === "fulfilled").length;
    toast(`${number(back)} of ${plural(ids.length, "merge")} undone.`);
    refresh();
  };
  return async (pairs: readonly Pair[]): Promise<void> => {
    try {
      const ids = pairs.map(({ id }) => id);
      const { decided, refused } = await post("/duplicates/decide", {
        decision: "merged",
        pair_ids: ids,
        most: ids.length,
      });
      const left = new Set(refused.map(({ id }) => id));
      const why = refused[0] ? ` ${plural(refused.length, "pair stays", "pairs stay")}: ${refused[0].reason}` : "";
      const merged = ids.filter((id) => !left.has(id));
      toast(`${plural(decided, "pair is", "pairs are")} one business each now.${why}`, {
        about: ids.join(),
        seconds: 30,
        action: { label: "Undo", run: () => void undoAll(merged) },
      });
    } catch (error) {
      problem(inWords(error));
    }
    refresh();
  };
}
