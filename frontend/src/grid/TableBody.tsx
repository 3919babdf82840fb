// The rows' element hears for all of them what is done to one.
import { type ChangeEvent, type MouseEvent, useEffect } from "react";
import type { GridStore } from "./store.ts";

export interface RowEvents {
  onActive: (id: string) => void;
  onCheck: (id: string, range: boolean) => void;
  onOpen: (id: string) => void;
  onMenu: (id: string, column: string | null, at: { left: number; top: number }) => void;
}

/** One set of listeners for all rows. */
export function TableBody({ id, events, children }: { id: string; events: RowEvents; children: React.ReactNode }) {
  const onChange = (event: ChangeEvent<HTMLElement>) => {
    const { target, nativeEvent } = event;
    const row = rowOf(target);
    if (row && target instanceof HTMLInputElement)
      events.onCheck(row, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey);
  };
  const onClick = (event: MouseEvent) => {
    const row = rowOf(event.target);
    if (!row || !(event.target instanceof Element)) return;
    const control = event.target.closest<HTMLElement>("a, input");
    const isTitle = control?.matches("[data-title]") ?? false;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (isTitle && isPlain) event.preventDefault();
    // The second click of two may meet another row: details that open leave the rows less room.
    if (event.detail > 1) return;
    if (event.detail > 0) control?.blur();
    events.onActive(row);
    if (isTitle ? isPlain : !control && isTouch(event.nativeEvent)) events.onOpen(row);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const row = rowOf(event.target);
    if (row && !(event.target instanceof HTMLInputElement)) events.onOpen(row);
  };
  const onContextMenu = (event: MouseEvent) => {
    const row = rowOf(event.target);
    if (!row || event.shiftKey) return;
    event.preventDefault();
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-column]") : null;
    events.onMenu(row, cell?.dataset.column ?? null, { left: event.clientX, top: event.clientY });
  };
  return (
    <tbody id={id} onChange={onChange} onClick={onClick} onDoubleClick={onDoubleClick} onContextMenu={onContextMenu}>
      {children}
    </tbody>
  );
}

const isTouch = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === "touch";

function rowOf(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>("tr[data-id]")?.dataset.id ?? null) : null;
}

export function useActiveInSight(store: GridStore, scroll: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    let before = store.get().active;
    return store.watch(() => {
      const { active } = store.get();
      if (active === before) return;
      before = active;
      const row = scroll.current?.querySelector(`tr[data-id="${active}"]`);
      row?.scrollIntoView({ block: "nearest" });
      // There is one cursor: whatever has the focus in another row is left behind.
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && focused.closest("tr[data-id]") && !row?.contains(focused)) focused.blur();
    });
  }, [store, scroll]);
}
