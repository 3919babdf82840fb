// Writes src/map/outlines.ts from a topology of the world's countries: `node outlines.mjs countries-110m.json`, a file of
// the npm package world-atlas, which has it from Natural Earth (1:110m, in the public domain).
import { readFile, writeFile } from "node:fs/promises";

const STEPS_PER_DEGREE = 10;
const TOLERANCE = 0.12;

const { transform, arcs } = JSON.parse(await readFile(process.argv[2], "utf8"));

/** Arcs are written as steps from point to point; borders that two countries share are there once. */
const placed = (arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]];
  });
};

/** Without points that lie, within the tolerance, on the line between their neighbours (Douglas and Peucker). */
const simplified = (points) => {
  const [first, last] = [points[0], points.at(-1)];
  const length = Math.hypot(last[0] - first[0], last[1] - first[1]);
  const off = ([x, y]) =>
    length === 0
      ? Math.hypot(x - first[0], y - first[1])
      : Math.abs((last[0] - first[0]) * (first[1] - y) - (first[0] - x) * (last[1] - first[1])) / length;
  const distances = points.map(off);
  const farthest = distances.indexOf(Math.max(...distances));
  if (points.length < 3 || distances[farthest] <= TOLERANCE) return [first, last];
  return [...simplified(points.slice(0, farthest + 1)).slice(0, -1), ...simplified(points.slice(farthest))];
};

const stepped = (points) => {
  let [x, y] = [0, 0];
  return points.flatMap(([lon, lat]) => {
    const [toX, toY] = [Math.round(lon * STEPS_PER_DEGREE), Math.round(lat * STEPS_PER_DEGREE)];
    const step = [toX - x, toY - y];
    [x, y] = [toX, toY];
    return step;
  });
};

const lines = arcs.map((arc) => stepped(simplified(placed(arc))).join(" "));
const source = `// Written by outlines.mjs: coasts and borders in tenths of a degree, as steps from point to point. Natural Earth, public domain.
export const OUTLINES =
  "${lines.join("|")}";
`;
await writeFile(new URL("src/map/outlines.ts", import.meta.url), source);
console.log(`${lines.length} lines, ${lines.join(" ").split(" ").length / 2} points, ${source.length} bytes`);
