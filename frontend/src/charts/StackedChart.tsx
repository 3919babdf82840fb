// Stacked areas over time. The drawing comes later than the page; its numbers stand in a table for whoever cannot see it.
import { useEffect, useMemo, useRef, useState } from "react";
import { number } from "../text/numbers.ts";
import { absolute } from "../text/time.ts";
import { Legend } from "./Legend.tsx";
import type { Plot, Plotted } from "./plot.ts";
import { watchTheme } from "./series.ts";
import { sum } from "./stack.ts";
import { useWidth } from "./useWidth.ts";
import "./charts.css";

export interface Band {
  label: string;
  colour: string;
  values: readonly number[];
}
interface StackedChartProps {
  label: string;
  times: readonly number[];
  bands: readonly Band[];
}

export function StackedChart({ label, times, bands }: StackedChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const here = at === null ? undefined : times[at];
  const value = (band: Band) => (here === undefined || at === null ? sum(band.values) : (band.values[at] ?? 0));
  const entries = bands.map((band) => ({ label: band.label, colour: band.colour, value: number(value(band)) }));
  const plotted = useMemo(() => ({ times, bands }), [times, bands]);
  return (
    <>
      <Canvas label={`${label}. The numbers are in the table below.`} plotted={plotted} onCursor={setAt} />
      <Legend entries={entries} note={here === undefined ? "in the time shown" : `at ${absolute(here * 1000)}`} />
      <Numbers label={label} times={times} bands={bands} />
    </>
  );
}

function Canvas({
  label,
  plotted,
  onCursor,
}: {
  label: string;
  plotted: Plotted;
  onCursor: (index: number | null) => void;
}) {
  const [box, width] = useWidth<HTMLDivElement>();
  const chart = useRef<Plot | null>(null);
  const latest = useRef(plotted);
  latest.current = plotted;
  const [theme, setTheme] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const shape = plotted.bands.map((band) => band.colour).join(" ");
  useEffect(() => watchTheme(() => setTheme((before) => before + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other bands and another theme are drawn anew
  useEffect(() => {
    let wanted = true;
    void import("./plot.ts").then(
      ({ plot }) => {
        if (!wanted || !box.current) return;
        chart.current = plot(box.current, box.current.clientWidth, latest.current, onCursor);
      },
      () => setMissing(true),
    );
    return () => {
      wanted = false;
      chart.current?.drop();
      chart.current = null;
    };
  }, [box, shape, theme, onCursor]);
  useEffect(() => chart.current?.show(plotted), [plotted]);
  useEffect(() => chart.current?.resize(width), [width]);
  if (isMissing)
    return (
      <p className="notice quiet" role="status">
        The drawing could not be loaded; its numbers are in the table. Reload the page for it.
      </p>
    );
  return <div ref={box} className="stacked" role="img" aria-label={label} />;
}

function Numbers({ label, times, bands }: StackedChartProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="chart-numbers" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {open && (
        <div className="chart-scroll" tabIndex={0} role="group" aria-label={`${label}, as a table`}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">From</th>
                {bands.map((band) => (
                  <th key={band.label} scope="col" className="number">
                    {band.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times
                .map((time, index) => (
                  <tr key={time}>
                    <th scope="row">{absolute(time * 1000)}</th>
                    {bands.map((band) => (
                      <td key={band.label} className="number">
                        {number(band.values[index] ?? 0)}
                      </td>
                    ))}
                  </tr>
                ))
                .reverse()}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
