// What is counted before many rows change: how many are meant, are done, and cannot be written to.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { countMatching, knownDone, knownUnreachable, knownWithoutAddress } from "../api/decide.ts";
import { addressField, reachField } from "../api/sending.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { choose, type Selection } from "./selection.ts";

/** The exact number, counted when it is asked for; rows chosen one by one are counted already. */
export function useCounted(workflow: WorkflowMeta, selection: Selection, actual: number | null) {
  const except = selection.kind === "all" ? [...selection.except] : [];
  return useQuery({
    queryKey: [
      "count",
      workflow.name,
      selection.kind === "all" ? selection.filter : selection.ids.size,
      except,
      actual,
    ],
    queryFn: async () => {
      if (selection.kind === "ids") return { count: selection.ids.size, words: "chosen one by one" };
      const { matching_count, filter_in_words } = await countMatching(workflow, selection.filter, except);
      return { count: matching_count ?? 0, words: filter_in_words ?? "every row" };
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: undefined,
  });
}

/** How many of them are done, and which where they were chosen one by one. */
export function useDone(workflow: WorkflowMeta, selection: Selection) {
  const client = useQueryClient();
  const { kind } = selection;
  return useQuery({
    queryKey: [
      "count",
      workflow.name,
      "done",
      kind === "all" ? [selection.filter, [...selection.except]] : [...selection.ids],
    ],
    queryFn: async () => {
      if (selection.kind === "ids") {
        const ids = knownDone(client, workflow, [...selection.ids]);
        return { ids, length: ids.length };
      }
      const { states } = selection.filter;
      if (states.length > 0 && !states.includes("Complete")) return { ids: [], length: 0 };
      const complete = { ...selection.filter, states: ["Complete" as const] };
      return { ids: [], length: (await countMatching(workflow, complete, [...selection.except])).matching_count ?? 0 };
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: undefined,
  });
}

/** How many of them go to nobody, whatever the targets, and which where they were chosen one by one. */
export function useUnreachable(workflow: WorkflowMeta, selection: Selection, isSent: boolean) {
  const client = useQueryClient();
  const field = isSent ? reachField(workflow) : null;
  return useQuery({
    queryKey: ["count", workflow.name, "unreachable", selection.kind === "all" ? selection : [...selection.ids]],
    enabled: field !== null,
    queryFn: async () => {
      if (selection.kind === "ids") {
        const ids = knownUnreachable(client, workflow, [...selection.ids]);
        return { ids, length: ids.length };
      }
      const filter = { ...selection.filter, search: `${selection.filter.search} ${field}:none`.trim() };
      return { ids: [], length: (await countMatching(workflow, filter, [...selection.except])).matching_count ?? 0 };
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: undefined,
  });
}

/** The selection without those; `ids` are they, where rows were chosen one by one. */
export function reachableOf(workflow: WorkflowMeta, selection: Selection, ids: readonly string[]): Selection {
  if (selection.kind === "ids") return choose(selection, ids, false);
  const search = `${selection.filter.search} -${reachField(workflow)}:none`.trim();
  return { ...selection, filter: { ...selection.filter, search } };
}

/** How many of them have no address to write to; nothing where that does not matter. */
export function useWithoutAddress(workflow: WorkflowMeta, selection: Selection, isSent: boolean) {
  const client = useQueryClient();
  const field = isSent ? addressField(workflow) : null;
  return useQuery({
    queryKey: ["count", workflow.name, "without-address", selection.kind === "all" ? selection.filter : null],
    enabled: field !== null,
    queryFn: async () => {
      if (selection.kind === "ids") return knownWithoutAddress(client, workflow, [...selection.ids]);
      const search = `${selection.filter.search} ${field}:none`.trim();
      return (
        (await countMatching(workflow, { ...selection.filter, search }, [...selection.except])).matching_count ?? 0
      );
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: undefined,
  });
}
