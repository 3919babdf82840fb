// A bar for each step of time, stacked by what it is made of.
import { number } from "../text/numbers.ts";
import { absolute, timeOfDay } from "../text/time.ts";
import type { Band } from "./StackedChart.tsx";
import { roundTop, stacked, sum } from "./stack.ts";
import { useWidth } from "./useWidth.ts";
import "./charts.css";

const HEIGHT = 92;
const LEFT = 44;
const LABEL = 60;
const GROUND = HEIGHT - 18;

interface BarsProps {
  label: string;
  times: readonly number[];
  bands: readonly Band[];
}

export function Bars({ label, times, bands }: BarsProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const edges = stacked(bands.map((band) => band.values));
  const sums = times.map((_, index) => sum(bands.map((band) => band.values[index] ?? 0)));
  const top = roundTop(Math.max(0, ...sums));
  const step = Math.max(0, width - LEFT) / Math.max(1, times.length);
  const y = (value: number) => GROUND - (value / top) * (GROUND - 8);
  const marks = times
    .map((_, index) => index)
    .filter((index) => index % Math.max(1, Math.ceil(80 / Math.max(1, step))) === 0);
  const words = `${label}: ${number(sum(sums))} in all, ${number(Math.max(0, ...sums))} at most in one bar.`;
  return (
    <div ref={box} className="bars">
      <svg width={width} height={HEIGHT} role="img" aria-label={words}>
        {[0, top / 2, top].filter(Number.isInteger).map((value) => (
          <g key={value} className="bars-line">
            <path d={`M${LEFT} ${y(value)}H${width}`} />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {number(value)}
            </text>
          </g>
        ))}
        {marks.map((index) => {
          const x = LEFT + (index + 0.5) * step;
          return x + LABEL / 2 <= width ? (
            <text key={index} x={x} y={HEIGHT - 3} textAnchor="middle">
              {timeOfDay((times[index] ?? 0) * 1000)}
            </text>
          ) : null;
        })}
        {times.map((time, index) => (
          <g key={time}>
            <title>{`${absolute(time * 1000)}: ${number(sums[index] ?? 0)}`}</title>
            <rect className="bars-hit" x={LEFT + index * step} y={0} width={step} height={GROUND} />
            {bands.map((band, at) => {
              const upper = edges[at]?.[index] ?? 0;
              const value = band.values[index] ?? 0;
              return value ? (
                <rect
                  key={band.label}
                  className={`paint-${band.colour}`}
                  x={LEFT + index * step + 0.5}
                  y={y(upper)}
                  width={Math.max(1, step - 1.5)}
                  height={Math.max(1, y(upper - value) - y(upper))}
                />
              ) : null;
            })}
          </g>
        ))}
      </svg>
    </div>
  );
}
