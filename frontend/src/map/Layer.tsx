// The drawn layer: a net of degrees, the operator's tiles if there are any, and the marks.
import type { State } from "../api/types.ts";
import { isChosen, type Selection } from "../grid/selection.ts";
import { compact } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { type Box, sides } from "./box.ts";
import { type Mark, radiusOf } from "./clusters.ts";
import { netStep, type Size, scaleOf, tilesOf, toPixel, type View, windowOf, wrapped } from "./mercator.ts";
import { Outlines } from "./Outlines.tsx";

interface LayerProps {
  view: View;
  size: Size;
  marks: readonly Mark[];
  hasTiles: boolean;
  chosen: string | null;
  selection: Selection;
  box: Box | null;
  onMark: (mark: Mark) => void;
}

export function Layer({ view, size, marks, hasTiles, chosen, selection, box, onMark }: LayerProps) {
  return (
    <svg className="map-layer" width={size.width} height={size.height} aria-hidden="true">
      <Net view={view} size={size} />
      {!hasTiles && <Outlines view={view} size={size} />}
      {hasTiles &&
        tilesOf(view, size).map(({ key, z, x, y, left, top, size: side }) => (
          <image
            key={key}
            href={`/api/v3/map/tiles/${z}/${x}/${y}`}
            x={left}
            y={top}
            width={side + 0.5}
            height={side + 0.5}
          />
        ))}
      {marks.map((mark) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: by keys, the same places are in the list beside the map
        <g
          key={mark.key}
          className={mark.points.some(({ id }) => isChosen(selection, id)) ? "map-mark is-selected" : "map-mark"}
          transform={`translate(${mark.x} ${mark.y})`}
          onClick={() => onMark(mark)}
        >
          <title>
            {mark.count === 1 ? shown(mark.points[0]?.title ?? "Without a name", 200) : `${mark.count} places`}
          </title>
          {mark.count === 1 ? (
            <Shape state={mark.points[0]?.state ?? "New"} isChosen={mark.points[0]?.id === chosen} />
          ) : (
            <Cluster count={mark.count} />
          )}
        </g>
      ))}
      {box && <rect className="map-box" {...sides(box)} />}
    </svg>
  );
}

function Cluster({ count }: { count: number }) {
  const radius = radiusOf(count);
  return (
    <>
      <circle className="map-cluster" r={radius} />
      <text className="map-count" dy="0.35em">
        {compact(count)}
      </text>
    </>
  );
}

/** The same shapes as everywhere: a state is never colour alone. */
const SHAPES: Record<State, string> = {
  New: "M0-6a6 6 0 1 0 0 12a6 6 0 1 0 0-12zM0-3a3 3 0 1 1 0 6a3 3 0 1 1 0-6z",
  Queued: "M0-6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z",
  Processing: "M0-7.500L7 0L0 7.500L-7 0z",
  Complete: "M0-6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z",
  Error: "M0-7L7 5.500H-7z",
  Skipped: "M-5.500-5.500h11v11h-11z",
};

export function Shape({ state, isChosen = false }: { state: State; isChosen?: boolean }) {
  return (
    <>
      {isChosen && <circle className="map-chosen" r={12} />}
      <path className={`map-point dot-${state.toLowerCase()}`} d={SHAPES[state]} fillRule="evenodd" />
    </>
  );
}

/** The buttons' corner has no room for words. */
const CORNER = 120;

function Net({ view, size }: { view: View; size: Size }) {
  const bounds = windowOf(view, size);
  const step = netStep(view, 110);
  const digits = step < 1 ? Math.ceil(-Math.log10(step)) : 0;
  const from = (value: number) => Math.ceil(value / step);
  const range = (least: number, most: number) =>
    Array.from(
      { length: Math.max(0, Math.min(60, Math.floor(most / step) - from(least) + 1)) },
      (_, index) => (from(least) + index) * step,
    );
  return (
    <g className="map-net">
      {range(bounds.west, bounds.east).map((lon) => {
        const { x } = toPixel({ lat: view.lat, lon }, view, size);
        return (
          <g key={`x${lon}`}>
            <line x1={x} x2={x} y1={0} y2={size.height} />
            {x > CORNER / 2 && (
              <text x={x + 4} y={14}>
                {degrees(wrapped(lon), digits, "E", "W")}
              </text>
            )}
          </g>
        );
      })}
      {range(bounds.south, bounds.north).map((lat) => {
        const { y } = toPixel({ lat, lon: view.lon }, view, size);
        return (
          <g key={`y${lat}`}>
            <line x1={0} x2={size.width} y1={y} y2={y} />
            {y > CORNER && (
              <text x={6} y={y - 4}>
                {degrees(lat, digits, "N", "S")}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

const degrees = (value: number, digits: number, above: string, below: string): string =>
  `${Math.abs(value).toFixed(digits)}° ${value > 0 ? above : value < 0 ? below : ""}`.trim();

export function ScaleBar({ view }: { view: View }) {
  const { metres, pixels } = scaleOf(view, 120);
  return (
    <p className="map-scale" style={{ width: `${pixels}px` }}>
      {metres >= 1000 ? `${metres / 1000} km` : `${metres} m`}
    </p>
  );
}
