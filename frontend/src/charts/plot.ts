// The one place that knows uPlot: stacked areas with a crosshair, in the colours of the theme.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { compact } from "../text/numbers.ts";
import { timeOfDay } from "../text/time.ts";
import { colourOf } from "./series.ts";
import { roundTop, stacked } from "./stack.ts";

export interface Plotted {
  times: readonly number[];
  bands: readonly { label: string; colour: string; values: readonly number[] }[];
}
export interface Plot {
  show: (plotted: Plotted) => void;
  resize: (width: number) => void;
  drop: () => void;
}

const HEIGHT = 200;
/** Rows are whole: so are the steps between the lines. */
const WHOLE = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
const FONT = '11px "Inter Variable", system-ui, sans-serif';

export function plot(
  box: HTMLElement,
  width: number,
  plotted: Plotted,
  onCursor: (index: number | null) => void,
): Plot {
  const chart = new uPlot(options(box, width, plotted, onCursor), dataOf(plotted), box);
  return {
    show: (next) => chart.setData(dataOf(next)),
    resize: (next) => chart.setSize({ width: next, height: HEIGHT }),
    drop: () => chart.destroy(),
  };
}

/** The tallest edge is painted first and the others over it: each area then shows its own share. */
function dataOf({ times, bands }: Plotted): uPlot.AlignedData {
  return [[...times], ...stacked(bands.map((band) => band.values)).reverse()];
}

function options(
  box: HTMLElement,
  width: number,
  { bands }: Plotted,
  onCursor: (index: number | null) => void,
): uPlot.Options {
  const line = colourOf("line", box);
  const axis: uPlot.Axis = {
    stroke: colourOf("quiet", box),
    font: FONT,
    grid: { show: false },
    ticks: { show: false },
  };
  return {
    width,
    height: HEIGHT,
    padding: [8, 26, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false, y: false } },
    scales: { x: { time: true }, y: { range: (_, __, most) => [0, roundTop(most)] } },
    axes: [
      { ...axis, size: 24, space: 72, values: (_, moments) => moments.map((each) => timeOfDay(each * 1000)) },
      {
        ...axis,
        size: 46,
        grid: { stroke: line, width: 1 },
        incrs: WHOLE,
        values: (_, values) => values.map((each) => compact(each)),
      },
    ],
    series: [{}, ...[...bands].reverse().map(({ label, colour }) => painted(label, colourOf(colour, box)))],
    hooks: { setCursor: [({ cursor }) => onCursor(cursor.idx ?? null)] },
  };
}

function painted(label: string, colour: string): uPlot.Series {
  return { label, stroke: colour, fill: colour, width: 1, points: { show: false } };
}
