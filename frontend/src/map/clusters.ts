// Points that would lie on each other become one with a number.
import type { MapCluster, MapPoint } from "../api/types.ts";
import { toPixel, type Pixel, type Size, type View } from "./mercator.ts";

export interface Mark extends Pixel { key: string; count: number; points: readonly MapPoint[]; lat: number; lon: number }

const CELL = 34;
const MARGIN = 40;

/** Near points share a cell of the screen; what the server has counted already joins in with its number. */
export function marksOf(points: readonly MapPoint[], clustered: readonly MapCluster[], view: View, size: Size): Mark[] {
  const cells = new Map<string, { x: number; y: number; lat: number; lon: number; count: number; points: MapPoint[] }>();
  const add = (spot: { lat: number; lon: number }, count: number, point: MapPoint | null) => {
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
  return [...cells].map(([key, { x, y, lat, lon, count, points: inside }]) => ({ key, x: x / count, y: y / count, lat: lat / count, lon: lon / count, count, points: inside }));
}

/** Larger for more, but not by as much. */
export const radiusOf = (count: number): number => Math.min(26, 11 + Math.log10(count) * 5);
