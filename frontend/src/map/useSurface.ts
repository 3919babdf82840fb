// The window's size, and moving it by pointer, wheel and keys.
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Box } from "./box.ts";
import { type Pixel, panned, type Size, type View, zoomed } from "./mercator.ts";

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [80, 0],
  ArrowRight: [-80, 0],
  ArrowUp: [0, 80],
  ArrowDown: [0, -80],
};
const CLICK = 4;

export interface Surface {
  ref: RefObject<HTMLDivElement | null>;
  size: Size;
  /** The box that is being drawn. */
  box: Box | null;
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
  };
}

/** Drawing with Shift held, or while `isBoxing`, makes a box instead of moving the map. */
export function useSurface(
  change: (next: (view: View) => View) => void,
  isBoxing: boolean,
  onBox: (box: Box) => void,
): Surface {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  useWheel(ref, size, change);
  const drag = useRef<{ at: Pixel; moved: number } | null>(null);
  const [box, setBox] = useState<Box | null>(null);
  const inside = (event: PointerEvent<HTMLDivElement>): Pixel => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  return {
    ref,
    size,
    box,
    handlers: {
      onPointerDown: (event) => {
        if (isBoxing || event.shiftKey) {
          event.currentTarget.setPointerCapture(event.pointerId);
          setBox({ from: inside(event), to: inside(event) });
          return;
        }
        drag.current = { at: { x: event.clientX, y: event.clientY }, moved: 0 };
      },
      onPointerMove: (event) => {
        if (box) return setBox({ ...box, to: inside(event) });
        const from = drag.current;
        if (!from || event.buttons === 0) return;
        const [dx, dy] = [event.clientX - from.at.x, event.clientY - from.at.y];
        const moved = from.moved + Math.abs(dx) + Math.abs(dy);
        if (moved > CLICK && !event.currentTarget.hasPointerCapture(event.pointerId))
          event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: { x: event.clientX, y: event.clientY }, moved };
        change((view) => panned(view, dx, dy));
      },
      onPointerUp: () => {
        drag.current = null;
        if (!box) return;
        setBox(null);
        onBox(box);
      },
      onKeyDown: (event) => {
        const arrow = ARROWS[event.key];
        if (!arrow || event.target !== event.currentTarget) return;
        event.preventDefault();
        event.stopPropagation();
        change((view) => panned(view, arrow[0], arrow[1]));
      },
    },
  };
}

function useSize(ref: RefObject<HTMLDivElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/** React listens passively; a wheel that also scrolls the page is no use here. */
function useWheel(
  ref: RefObject<HTMLDivElement | null>,
  size: Size,
  change: (next: (view: View) => View) => void,
): void {
  const latest = useRef({ size, change });
  latest.current = { size, change };
  useEffect(() => {
    const element = ref.current;
    const heard = (event: WheelEvent) => {
      event.preventDefault();
      const box = element?.getBoundingClientRect();
      const at = { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
      const by = -Math.sign(event.deltaY) * Math.min(0.5, Math.abs(event.deltaY) / 240);
      latest.current.change((view) => zoomed(view, by, at, latest.current.size));
    };
    element?.addEventListener("wheel", heard, { passive: false });
    return () => element?.removeEventListener("wheel", heard);
  }, [ref]);
}
