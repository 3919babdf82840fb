// One tab's model: what the address says, what the server has, what the person is at.
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { get } from "../api/client.ts";
import type { Row, State, WorkflowMeta } from "../api/types.ts";
import { useMapOpen } from "../map/MapSlot.tsx";
import { plural } from "../text/numbers.ts";
import { useUrl } from "../text/url.ts";
import { toast } from "../ui/Toasts.tsx";
import { type Filtering, filterKey, filterOf, filterParameters, readAddress, sameFilter, withView } from "./address.ts";
import { matchingIn } from "./counts.ts";
import { rememberDefaults } from "./headStart.ts";
import type { PlacedColumn } from "./layout.ts";
import type { Place } from "./paging.ts";
import { allMatching, chosenCount, isNothing, NOTHING, withoutGone } from "./selection.ts";
import { type GridStore, storeOf } from "./store.ts";
import { telling, withoutBareMarks } from "./telling.ts";
import { useCountedAt, useFellShort, useStateCounts } from "./useFacets.ts";
import { type Arrangement, useLayout } from "./useLayout.ts";
import { useRows } from "./useRows.ts";

const NO_ROWS: readonly Row[] = [];

function useViews(workflow: WorkflowMeta) {
  return useQuery({
    queryKey: ["views", workflow.name],
    queryFn: ({ signal }) => get("/views", { workflow: workflow.name }, signal),
    staleTime: 60_000,
  });
}

export type Grid = ReturnType<typeof useGrid>;

export function useGrid(workflow: WorkflowMeta) {
  const [parameters, change] = useUrl();
  const views = useViews(workflow);
  const said = useMemo(() => readAddress(parameters), [parameters]);
  const view = views.data?.find(({ id }) => id === said.view);
  const address = useMemo(() => withView(said, view?.content), [said, view]);
  const arrangement = useLayout(workflow, view);
  const size = address.size ?? arrangement.layout.size;
  const asked = filterKey(filterOf(address));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same filter stays the same object
  const filter = useMemo(() => filterOf(address), [asked]);
  const sort = address.sort ?? workflow.default_sort;
  const place: Place = { page: address.page, after: address.after };
  const isWaiting = said.view !== null && views.isPending;
  const counts = useStateCounts(workflow, filter);
  const countedAt = useCountedAt(workflow, filter);
  const fellShort = useFellShort(workflow, filter);
  const rows = useRows(
    workflow,
    { filter, sort, place, size },
    !isWaiting,
    counts && matchingIn(counts, filter.states),
  );
  const store = storeOf(workflow.name);
  const [isMapOpen] = useMapOpen(workflow);
  const group = workflow.groups.find((name) => name === parameters.get("group")) ?? null;
  /** A map or groups stand where the rows would: keys must not decide about what nobody sees. */
  const hidesRows = isMapOpen || group !== null;
  const items = rows.page?.items ?? NO_ROWS;
  const shown = useTelling(arrangement, filter.states, items, sort);
  const order = useMemo(() => items.map(({ id }) => id), [items]);

  const filterBy = useCallback(
    (wanted: Partial<Filtering>, options?: { replace?: boolean }) => {
      const { status, search, sort: by, origin } = { ...address, ...wanted };
      change(filterParameters({ status, search, sort: by, origin }, address.view), options);
    },
    [address, change],
  );
  /** Every row that matches at this moment. */
  const everything = () => allMatching(filter, rows.isShown ? rows.page : undefined);
  const goTo = useCallback(({ page, after }: Place) => change({ page: page > 1 ? page : null, after }), [change]);
  useEffect(
    () => rememberDefaults(workflow.kebab, { sort: workflow.default_sort, size: arrangement.layout.size }),
    [workflow, arrangement.layout.size],
  );
  useActiveRow(store, order, address.item);
  useEndOfSelection(store, filter, filterBy);
  useOnlyListed(store, order, JSON.stringify([filter, sort, place, size]), rows.isShown);
  return {
    workflow,
    views: views.data ?? [],
    view,
    address,
    filter,
    sort,
    size,
    place,
    counts,
    countedAt,
    fellShort,
    rows,
    items,
    order,
    hidesRows,
    group,
    store,
    change,
    filterBy,
    goTo,
    everything,
    ...arrangement,
    shown,
  };
}

/** The same columns as long as the rows need the same. */
function useTelling(
  { layout, shown }: Arrangement,
  states: readonly State[],
  rows: readonly Row[],
  sort: string,
): readonly PlacedColumn[] {
  const wanted = layout.columns.length > 0 ? withoutBareMarks(shown, rows) : telling(shown, states, rows, sort);
  const key = wanted.map(({ column }) => column.name).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: which they are is in the key
  return useMemo(() => wanted, [shown, key]);
}

/** One row is always the active one, as long as there are any. */
function useActiveRow(store: GridStore, order: readonly string[], item: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the reason to choose
  useEffect(() => {
    const { active } = store.get();
    if (order.length === 0 || (active !== null && order.includes(active))) return;
    store.set({
      active: item !== null && order.includes(item) ? item : (order[0] ?? null),
      isMeant: false,
      anchor: null,
    });
  }, [store, order]);
}

/** Chosen rows that leave the page where it is asked for anew are chosen no more; what is on other pages stays. */
function useOnlyListed(store: GridStore, order: readonly string[], page: string, isShown: boolean): void {
  const last = useRef({ page, order });
  useEffect(() => {
    if (!isShown) return;
    const before = last.current;
    last.current = { page, order };
    const { selection } = store.get();
    const left = before.page === page ? withoutGone(selection, before.order, order) : selection;
    if (left === selection) return;
    const count = (chosenCount(selection, null) ?? 0) - (chosenCount(left, null) ?? 0);
    store.set({ selection: left });
    toast(`${plural(count, "row is", "rows are")} no longer listed here, so no longer selected.`);
  }, [store, order, page, isShown]);
}

/** A selection ends with the filter it was made under; one click brings it back. */
function useEndOfSelection(store: GridStore, filter: Grid["filter"], filterBy: Grid["filterBy"]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another filter ends it
  useEffect(() => {
    const { selection, filter: before } = store.get();
    if (before && !sameFilter(before, filter) && !isNothing(selection)) {
      const count = chosenCount(selection, null);
      store.set({ selection: NOTHING, anchor: null });
      toast(
        `The filter changed, so ${count === null ? "everything that matched is" : plural(count, "row is", "rows are")} no longer selected.`,
        {
          action: {
            label: "Select again",
            run: () => {
              if (selection.kind === "ids") {
                store.set({ selection });
                return;
              }
              store.set({ selection, filter: before });
              filterBy({ status: before.states, search: before.search, origin: before.origin });
            },
          },
        },
      );
    }
    store.set(before && !sameFilter(before, filter) ? { filter, isMeant: false } : { filter });
  }, [store, filter]);
}
