import { useEffect } from "react";
import type { Grid } from "./useGrid.ts";

const FOLLOW_AFTER = 140;

/** The open drawer follows the active row, once it rests; beside the map it stays at the place that was opened. */
export function useFollowingDrawer({ store, address, change, order, hidesRows }: Grid): void {
  const { item } = address;
  useEffect(() => {
    if (item === null || hidesRows) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before = store.get().active;
    const stop = store.watch(() => {
      const { active } = store.get();
      if (active === before || active === null || !order.includes(active)) return;
      before = active;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (active !== item) change({ item: active, correct: null }, { replace: true });
      }, FOLLOW_AFTER);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [item, hidesRows, store, change, order]);
}
