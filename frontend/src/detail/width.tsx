// The drawer's width: by pointer, by arrow keys, kept in this browser.
import { type KeyboardEvent, type PointerEvent, useState } from "react";

const KEPT = "drawer-width";
const USUAL = 380;
const LEAST = 300;
const MOST = 900;
const STEP = 20;

export function fitting(width: number, window: number): number {
  return Math.round(Math.max(LEAST, Math.min(width, MOST, Math.max(LEAST, window - 480))));
}

export function useWidth(): [number, (width: number) => void] {
  const [width, setWidth] = useState(() => fitting(Number(localStorage.getItem(KEPT)) || USUAL, innerWidth));
  const change = (wanted: number) => {
    const next = fitting(wanted, innerWidth);
    setWidth(next);
    localStorage.setItem(KEPT, String(next));
  };
  return [width, change];
}

export function Separator({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onWidth(innerWidth - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: STEP, ArrowRight: -STEP, Home: MOST - width, End: LEAST - width }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(width + step);
  };
  return (
    <div
      className="drawer-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the details"
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onDoubleClick={() => onWidth(USUAL)}
      onKeyDown={onKeyDown}
    />
  );
}
