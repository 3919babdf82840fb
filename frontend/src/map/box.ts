// A box that is drawn on the map, and what lies in it.
import type { Mark } from "./clusters.ts";
import { type Pixel, type Size, type Spot, toSpot, type View } from "./mercator.ts";

export interface Box {
  from: Pixel;
  to: Pixel;
}
export interface Boxed {
  /** The places that are drawn one by one. */
  ids: string[];
  /** How many stand together and have to be parted first. */
  together: number;
}

export const sides = ({ from, to }: Box) => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
});

/** Marks whose middle lies in the box. Of one with a number, the places are named only where all are known. */
export function boxed(marks: readonly Mark[], box: Box): Boxed {
  const { x, y, width, height } = sides(box);
  const inside = marks.filter((mark) => mark.x >= x && mark.x <= x + width && mark.y >= y && mark.y <= y + height);
  return {
    ids: inside.flatMap(({ points }) => points.map(({ id }) => id)),
    together: inside.reduce((sum, { count, points }) => sum + count - points.length, 0),
  };
}

/** Where two opposite corners are on the earth. */
export const cornersOf = ({ from, to }: Box, view: View, size: Size): Spot[] => [
  toSpot(from, view, size),
  toSpot(to, view, size),
];
