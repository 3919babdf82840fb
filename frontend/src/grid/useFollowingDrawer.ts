import { useEffect, useRef } from "react";
import type { Grid } from "./useGrid.ts";

const FOLLOW_AFTER = 140;

/** The open drawer follows the active row, once it rests; beside the map it stays at the place that was opened. */
export function useFollowingDrawer({ store, address, change, order, hidesRows }: Grid): void {
  const { item } = address;
  // Rows that change meanwhile, by the decision that moved on or by workers, do not keep it from following.
  const latest = useRef({ change, order });
  latest.current = { change, order };
  useEffect(() => {
    if (item === null || hidesRows) return;
    if (latest.current.order.includes(item)) store.set({ active: item });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted: string | null = item;
    const stop = store.watch(() => {
      const { active, isMeant } = store.get();
      if (active === wanted || active === null || !isMeant || !latest.current.order.includes(active)) return;
      wanted = active;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (active !== item) latest.current.change({ item: active, correct: null }, { replace: true });
      }, FOLLOW_AFTER);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [item, hidesRows, store]);
}
