// Points that would lie on each other become one with a number.
import type { MapCluster, MapPoint } from "../api/types.ts";
import { nearest, type Pixel, type Size, type Spot, toPixel, type View } from "./mercator.ts";

export interface Mark extends Pixel {
  key: string;
  count: number;
  points: readonly MapPoint[];
  lat: number;
  lon: number;
}

const CELL = 34;
const MARGIN = 40;
const TOUCHING = 0.85;

/** Near points share a cell of the screen; what the server has counted already joins in with its number. */
export function marksOf(points: readonly MapPoint[], clustered: readonly MapCluster[], view: View, size: Size): Mark[] {
  const cells = new Map<
    string,
    { x: number; y: number; lat: number; lon: number; count: number; points: MapPoint[] }
  >();
  const add = (place: Spot, count: number, point: MapPoint | null) => {
    const spot = nearest(place, view);
    const { x, y } = toPixel(spot, view, size);
    if (x < -MARGIN || y < -MARGIN || x > size.width + MARGIN || y > size.height + MARGIN) return;
    const key = `${Math.floor(x / CELL)}:${Math.floor(y / CELL)}`;
    const cell = cells.get(key) ?? { x: 0, y: 0, lat: 0, lon: 0, count: 0, points: [] };
    cells.set(key, cell);
    cell.x += x * count;
    cell.y += y * count;
    cell.lat += spot.lat * count;
    cell.lon += spot.lon * count;
    cell.count += count;
    if (point) cell.points.push(point);
  };
  for (const point of points) add(point, 1, point);
  for (const cluster of clustered) add(cluster, cluster.count, null);
  const marks = [...cells].map(
    ([key, { x, y, lat, lon, count, points: inside }]): Mark => ({
      key,
      x: x / count,
      y: y / count,
      lat: lat / count,
      lon: lon / count,
      count,
      points: inside,
    }),
  );
  return apart(marks.sort((one, other) => other.count - one.count));
}

/** Cells have edges, and marks on both sides of one may still touch: the larger takes the smaller in. */
function apart(marks: readonly Mark[]): Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks) {
    const index = kept.findIndex(
      (each) => Math.hypot(each.x - mark.x, each.y - mark.y) < (radiusOf(each.count) + radiusOf(mark.count)) * TOUCHING,
    );
    const near = kept[index];
    if (near) kept[index] = joined(near, mark);
    else kept.push(mark);
  }
  return kept;
}

function joined(one: Mark, other: Mark): Mark {
  const count = one.count + other.count;
  const middle = (name: "x" | "y" | "lat" | "lon") => (one[name] * one.count + other[name] * other.count) / count;
  return {
    key: one.key,
    x: middle("x"),
    y: middle("y"),
    lat: middle("lat"),
    lon: middle("lon"),
    count,
    points: [...one.points, ...other.points],
  };
}

/** Larger for more, but not by as much. */
export const radiusOf = (count: number): number => (count === 1 ? 7 : Math.min(26, 11 + Math.log10(count) * 5));
