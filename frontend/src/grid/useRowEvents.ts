// What a click on a row does.
import { useMemo, useRef } from "react";
import type { MenuAt } from "./RowMenu.tsx";
import { between, choose, isChosen } from "./selection.ts";
import type { RowEvents } from "./TableBody.tsx";
import type { Grid } from "./useGrid.ts";

/** Always the same functions, so that the table is not drawn again for their sake. */
export function useRowEvents(grid: Grid, open: (id: string) => void, setMenu: (menu: MenuAt) => void): RowEvents {
  const latest = useRef({ grid, open, setMenu });
  latest.current = { grid, open, setMenu };
  return useMemo(() => {
    const activate = (id: string) => latest.current.grid.store.set({ active: id, isMeant: true });
    return {
      onActive: activate,
      onCheck: (id, isRange) => {
        const { store, order } = latest.current.grid;
        const { selection, anchor, active } = store.get();
        const ids = isRange ? between(order, anchor ?? active, id) : [id];
        store.set({ active: id, anchor: id, selection: choose(selection, ids, !isChosen(selection, id)) });
      },
      onOpen: (id) => latest.current.open(id),
      onMenu: (id, column, at) => {
        activate(id);
        latest.current.setMenu({ id, column, at });
      },
    };
  }, []);
}
