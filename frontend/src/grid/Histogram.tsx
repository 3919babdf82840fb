// Numbers in twenty bins. A stretch of it is taken with the pointer, or with the arrow keys and Enter.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { number } from "../text/numbers.ts";

export interface Bin {
  from: number;
  to: number;
  count: number;
}
interface HistogramProps {
  label: string;
  bins: readonly Bin[];
  onRange: (from: number | null, to: number | null) => void;
}

const rounded = (value: number): number => Number(value.toPrecision(6));

export function Histogram({ label, bins, onRange }: HistogramProps) {
  const box = useRef<HTMLDivElement>(null);
  const [brush, setBrush] = useState<[number, number] | null>(null);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const [low, high] = brush ? [Math.min(...brush), Math.max(...brush)] : [-1, -1];
  const at = (event: PointerEvent) => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.max(0, Math.min(bins.length - 1, Math.floor(((event.clientX - left) / width) * bins.length)));
  };
  const take = () => {
    const [first, last] = [bins[low], bins[high]];
    if (first && last) onRange(rounded(first.from), rounded(last.to));
    setBrush(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Enter" && brush) take();
    else if (event.key === "Escape" && brush) setBrush(null);
    else if (step !== undefined) {
      const [start, end] = brush ?? [step > 0 ? -1 : bins.length, step > 0 ? -1 : bins.length];
      const next = Math.max(0, Math.min(bins.length - 1, end + step));
      setBrush([event.shiftKey && brush ? start : next, next]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const ends = brush ? [bins[low], bins[high]] : [bins[0], bins.at(-1)];
  const words = `${number(rounded(ends[0]?.from ?? 0))} to ${number(rounded(ends[1]?.to ?? 0))}`;
  return (
    <div
      className="histogram"
      role="slider"
      tabIndex={0}
      aria-label={`${label}: choose a range with the arrow keys, Shift widens it, Enter takes it`}
      aria-valuemin={0}
      aria-valuemax={bins.length - 1}
      aria-valuenow={Math.max(0, high)}
      aria-valuetext={words}
      onKeyDown={onKeyDown}
    >
      <div
        ref={box}
        className="histogram-bins"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setBrush([at(event), at(event)]);
        }}
        onPointerMove={(event) => brush && event.buttons > 0 && setBrush([brush[0], at(event)])}
        onPointerUp={take}
      >
        {bins.map(({ from, count }, index) => (
          <span key={from} className={index >= low && index <= high ? "is-brushed" : ""} title={number(count)}>
            <span style={{ height: `${count ? Math.max(4, (100 * count) / most) : 0}%` }} />
          </span>
        ))}
      </div>
      <p className="histogram-ends">
        <span>{number(rounded(ends[0]?.from ?? 0))}</span>
        <span>{number(rounded(ends[1]?.to ?? 0))}</span>
      </p>
    </div>
  );
}
