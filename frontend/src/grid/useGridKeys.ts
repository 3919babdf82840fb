import { useKeys } from "../keys/useKeys.ts";
import { meantRow } from "./meant.ts";
import { togglePage } from "./PageBox.tsx";
import { nextPlace, previousPlace } from "./paging.ts";
import { between, choose, isNothing, NOTHING, toggle } from "./selection.ts";
import type { Deciding } from "./useDecide.ts";
import type { Grid } from "./useGrid.ts";

export interface GridCommands {
  open: (id: string | null) => void;
  review: () => void;
  search: () => void;
  facets: () => void;
  menu: (id: string) => void;
  edit: () => void;
  isFacetsOpen: boolean;
}

export function useGridKeys(grid: Grid, deciding: Deciding, commands: GridCommands): void {
  const { store, order, rows, place, size, goTo, address, hidesRows } = grid;
  const step = (by: number): string | null => {
    const { active, isMeant } = store.get();
    const at = active === null ? -1 : order.indexOf(active);
    // The first key goes to the first row, not past it.
    if (at === 0 && !isMeant) return active;
    return order[Math.max(0, Math.min(order.length - 1, at + by))] ?? null;
  };
  const extend = (by: number) => {
    const { active, anchor, selection } = store.get();
    const to = step(by);
    if (to === null) return;
    const from = anchor ?? active;
    store.set({
      active: to,
      isMeant: true,
      anchor: from,
      selection: choose(selection, between(order, from, to), true),
    });
  };
  const turn = (to: ReturnType<typeof nextPlace>) => to && goTo(to);
  /** Looking and ticking show what they are about: the row where keys begin will do. */
  const about = (run: (id: string) => void) => {
    const id = meantRow({ hidesRows, item: address.item, active: store.get().active, isMeant: true, order });
    if (id === null) return;
    store.set({ isMeant: true });
    run(id);
  };
  // Going from row to row takes rows to be seen.
  useKeys(
    {
      down: () => store.set({ active: step(1), isMeant: true, anchor: null }),
      up: () => store.set({ active: step(-1), isMeant: true, anchor: null }),
      "select-down": () => extend(1),
      "select-up": () => extend(-1),
      "select-page": () => togglePage(store, order),
      open: () => about(commands.open),
      "row-menu": () => {
        const id = meantRow({ hidesRows, item: address.item, ...store.get(), order });
        if (id === null) deciding.warnOfNothing();
        else commands.menu(id);
      },
    },
    !hidesRows,
  );
  useKeys({
    select: () => about((id) => store.set({ selection: toggle(store.get().selection, id), anchor: id })),
    "select-all": () => order.length > 0 && store.set({ selection: grid.everything() }),
    queue: () => deciding.decide("Queued"),
    skip: () => deciding.decide("Skipped"),
    reset: () => deciding.decide("New"),
    edit: commands.edit,
    review: commands.review,
    "page-back": () => turn(previousPlace(place, size, rows.page)),
    "page-on": () => turn(rows.page && rows.isShown ? nextPlace(place, size, rows.page) : null),
    refresh: () => void rows.refresh(),
    search: commands.search,
    facets: commands.facets,
    back: () => {
      if (address.item !== null) commands.open(null);
      else if (!isNothing(store.get().selection)) store.set({ selection: NOTHING, anchor: null });
      else if (commands.isFacetsOpen) commands.facets();
    },
  });
}
