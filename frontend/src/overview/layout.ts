// The pipeline as shapes: columns whose height is the logarithm of their rows, bands by state, ribbons of what went on.
import type { State, WorkflowOverview } from "../api/types.ts";
import { type Edge, edgesOf, placed, type Stage } from "./graph.ts";

export interface Column {
  name: string;
  room: number;
  x: number;
  width: number;
  y: number;
  height: number;
  middle: number;
  total: number;
  bands: Slice[];
}
export interface Slice {
  state: State;
  y: number;
  height: number;
}
export interface Ribbon {
  from: string;
  to: string;
  path: string;
  share: number;
  x: number;
  y: number;
  isNarrow: boolean;
}
export interface Flow {
  width: number;
  height: number;
  columns: Column[];
  ribbons: Ribbon[];
}

export const TALLEST = 140;
const SHORTEST = 34;
const ABOVE = 34;
const BELOW = 58;
const NARROWEST = 78;
const WIDEST_COLUMN = 104;

/** `1` is the height of a stage with a million rows, `0` of one with none. */
const logarithm = (rows: number): number => Math.min(1, Math.log10(rows + 1) / 6);

export function flowOf(
  stages: readonly Stage[],
  overviews: readonly WorkflowOverview[],
  states: readonly State[],
  room: number,
): Flow {
  const facts = new Map(overviews.map((each) => [each.name, each]));
  const edges = edgesOf(stages);
  const places = placed(stages, edges);
  const depth = 1 + Math.max(0, ...places.map((each) => each.depth));
  const lanes = 1 + Math.max(0, ...places.map((each) => each.lane));
  const step = Math.max(NARROWEST, room / depth);
  const columns = places.map(({ name, depth: at, lane }) =>
    columnOf(name, facts.get(name), states, at * step, step, lane),
  );
  return {
    width: step * depth,
    height: lanes * (ABOVE + TALLEST + BELOW),
    columns,
    ribbons: edges.map((edge) => ribbonOf(edge, edges, columns, facts.get(edge.from)?.went_on ?? 0)),
  };
}

function columnOf(
  name: string,
  facts: WorkflowOverview | undefined,
  states: readonly State[],
  left: number,
  step: number,
  lane: number,
): Column {
  const counts = states.map((state) => ({ state, count: facts?.counts[state] ?? 0 }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const height = SHORTEST + (TALLEST - SHORTEST) * logarithm(total);
  const width = Math.min(WIDEST_COLUMN, step * 0.64);
  const middle = lane * (ABOVE + TALLEST + BELOW) + ABOVE + TALLEST / 2;
  const y = middle - height / 2;
  return {
    name,
    room: step,
    x: left + (step - width) / 2,
    width,
    y,
    height,
    middle,
    total,
    bands: slicesOf(counts, total, y, height),
  };
}

const THINNEST = 2;

/** By share, and still to be seen when the share is tiny: the others give the room. */
export function slicesOf(
  counts: readonly { state: State; count: number }[],
  total: number,
  top: number,
  height: number,
): Slice[] {
  const there = counts.filter(({ count }) => count > 0);
  const heights = there.map(({ count }) => Math.max(THINNEST, (count / total) * height));
  const large = heights.reduce((sum, each) => sum + (each > THINNEST ? each : 0), 0);
  const small = heights.reduce((sum, each) => sum + (each > THINNEST ? 0 : each), 0);
  let y = top;
  return there.map(({ state }, index) => {
    const wanted = heights[index] ?? 0;
    const own = wanted > THINNEST ? (wanted / large) * (height - small) : wanted;
    const slice = { state, y, height: own };
    y += own;
    return slice;
  });
}

function ribbonOf({ from, to }: Edge, edges: readonly Edge[], columns: readonly Column[], share: number): Ribbon {
  const source = columns.find(({ name }) => name === from);
  const target = columns.find(({ name }) => name === to);
  if (!source || !target) return { from, to, path: "", share, x: 0, y: 0, isNarrow: true };
  const start = part(
    source,
    edges.filter((each) => each.from === from).findIndex((each) => each.to === to),
    edges.filter((each) => each.from === from).length,
    share,
  );
  const end = part(
    target,
    edges.filter((each) => each.to === to).findIndex((each) => each.from === from),
    edges.filter((each) => each.to === to).length,
    share,
  );
  const left = source.x + source.width;
  const half = (target.x - left) / 2;
  const curve = (one: number, other: number, x: number, way: number) =>
    `C${x + way * half} ${one} ${x + way * half} ${other} ${x + 2 * way * half} ${other}`;
  const path = `M${left} ${start.top}${curve(start.top, end.top, left, 1)}V${end.bottom}${curve(end.bottom, start.bottom, target.x, -1)}Z`;
  return {
    from,
    to,
    path,
    share,
    x: left + half,
    y: (start.top + start.bottom + end.top + end.bottom) / 4,
    isNarrow: half * 2 < 34,
  };
}

/** Its part of the column's side: the share, divided among the ways that meet there, about the middle. */
function part({ middle, height }: Column, index: number, ways: number, share: number): { top: number; bottom: number } {
  const whole = Math.max(3, Math.min(1, share) * height);
  const own = whole / ways;
  const top = middle - whole / 2 + index * own;
  return { top, bottom: top + own };
}

/** A title in at most two lines of so many letters. */
export function lines(title: string, most: number): string[] {
  const words = title.split(" ");
  let line = words[0] ?? "";
  let index = 1;
  while (index < words.length && `${line} ${words[index]}`.length <= most) {
    line = `${line} ${words[index]}`;
    index += 1;
  }
  const rest = words.slice(index).join(" ");
  return [line, rest].filter(Boolean).map((each) => (each.length > most ? `${each.slice(0, most - 1)}…` : each));
}
