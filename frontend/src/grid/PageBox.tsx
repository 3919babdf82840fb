import { useEffect, useRef } from "react";
import { choose, NOTHING, pageMark } from "./selection.ts";
import { type GridStore, useGridState } from "./store.ts";

/** The box above the boxes: this page, all of it or none. */
export function PageBox({ id, store, order }: { id: string; store: GridStore; order: readonly string[] }) {
  const mark = useGridState(store, ({ selection }) => pageMark(selection, order));
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mark === "some";
  }, [mark]);
  return (
    <input
      ref={box}
      id={id}
      type="checkbox"
      aria-label="Select this page"
      checked={mark === "all"}
      disabled={order.length === 0}
      onChange={() => togglePage(store, order)}
    />
  );
}

/** A page that is wholly chosen is given up; with it goes a selection of everything. */
export function togglePage(store: GridStore, order: readonly string[]): void {
  const { selection } = store.get();
  const isAll = pageMark(selection, order) === "all";
  store.set({
    selection: isAll && selection.kind === "all" ? NOTHING : choose(selection, order, !isAll),
    anchor: null,
  });
}
