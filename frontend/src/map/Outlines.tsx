// Coasts and borders, so that one sees where the points are without asking anybody for a background.
import { project, type Size, type View, worldSize } from "./mercator.ts";
import { OUTLINES } from "./outlines.ts";

const STEPS_PER_DEGREE = 10;
const SIDE = 10_000;

let drawn: string | null = null;

/** Each line as a path on a square of a side that leaves room for its decimals. */
export function pathOf(written: string): string {
  return written
    .split("|")
    .map((line) => {
      const steps = line.split(" ").map(Number);
      let [lon, lat] = [0, 0];
      let path = "";
      for (let index = 0; index < steps.length; index += 2) {
        const step = (steps[index] ?? 0) / STEPS_PER_DEGREE;
        lon += step;
        lat += (steps[index + 1] ?? 0) / STEPS_PER_DEGREE;
        const { x, y } = project({ lat, lon });
        // Where a line leaves the map on one side it comes in on the other; none runs all the way across.
        const isOver = index === 0 || Math.abs(step) > 180;
        path += `${isOver ? "M" : "L"}${(x * SIDE).toFixed(1)} ${(y * SIDE).toFixed(1)}`;
      }
      return path;
    })
    .join("");
}

export function Outlines({ view, size: { width, height } }: { view: View; size: Size }) {
  drawn ??= pathOf(OUTLINES);
  const size = worldSize(view.zoom);
  const middle = project(view);
  const scale = size / SIDE;
  const top = height / 2 - middle.y * size;
  return (
    <g className="map-outlines">
      {[-1, 0, 1].map((turn) => (
        <path
          key={turn}
          d={drawn ?? ""}
          transform={`translate(${width / 2 + (turn - middle.x) * size} ${top}) scale(${scale})`}
        />
      ))}
    </g>
  );
}
