// Areas without a map: a circle or a box in numbers, as the corners that the server takes.
import { wrapped } from "../map/mercator.ts";

export type Point = [latitude: number, longitude: number];
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

const METRES_PER_DEGREE = 111_320;
const CORNERS = 48;
const round = (value: number): number => Number(value.toFixed(6));

/** `parsePoint("30.2672, -97.7431")` and `parsePoint("30.2672 N 97.7431 W")` are one place. */
export function parsePoint(text: string): Point | null {
  const parts = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*°?\s*([NS])?\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*°?\s*([EW])?\s*$/i.exec(
    text,
  );
  if (!parts?.[1] || !parts[3]) return null;
  const latitude = Number(parts[1]) * (parts[2]?.toUpperCase() === "S" ? -1 : 1);
  const longitude = Number(parts[3]) * (parts[4]?.toUpperCase() === "W" ? -1 : 1);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : null;
}

/** A circle as a ring of corners, radius in metres. */
export function circle([latitude, longitude]: Point, radius: number): Point[] {
  const north = radius / METRES_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return Array.from({ length: CORNERS }, (_, corner): Point => {
    const angle = (2 * Math.PI * corner) / CORNERS;
    return [
      round(Math.max(-90, Math.min(90, latitude + north * Math.sin(angle)))),
      round(wrapped(longitude + east * Math.cos(angle))),
    ];
  });
}

/** The server takes each edge the shorter way round the earth: no edge is left longer than a quarter of it. */
export function corners({ south, west, north, east }: Box): Point[] {
  const width = (east - west + 360) % 360 || 360;
  const steps = Math.ceil(width / 90);
  const longitudes = Array.from({ length: steps + 1 }, (_, step) =>
    step === 0 ? west : step === steps ? east : round(wrapped(west + (width * step) / steps)),
  );
  return [
    ...longitudes.map((longitude): Point => [south, longitude]),
    ...longitudes.toReversed().map((longitude): Point => [north, longitude]),
  ];
}

/** What is wrong with a box, or null. */
export function boxTrouble({ south, west, north, east }: Box): string | null {
  if ([south, west, north, east].some((value) => !Number.isFinite(value))) return "Give all four edges in degrees.";
  if (Math.abs(south) > 90 || Math.abs(north) > 90) return "Latitudes go from -90 to 90.";
  if (Math.abs(west) > 180 || Math.abs(east) > 180) return "Longitudes go from -180 to 180.";
  if (south >= north) return "The southern edge must be below the northern one.";
  if (west === east) return "The western and the eastern edge are the same.";
  return null;
}

/** Longitudes that go on where an edge crosses the 180th meridian. */
function unrolled(points: readonly Point[]): Point[] {
  const found: Point[] = [];
  for (const [latitude, longitude] of points) {
    const before = found.at(-1)?.[1] ?? longitude;
    found.push([latitude, Math.abs(longitude - before) <= 180 ? longitude : before + wrapped(longitude - before)]);
  }
  return found;
}

export function squareKilometres(drawn: readonly Point[]): number {
  const points = unrolled(drawn);
  const middle = points.reduce((sum, [latitude]) => sum + latitude, 0) / Math.max(1, points.length);
  const scale = Math.cos((middle * Math.PI) / 180);
  const twice = points.reduce((sum, [latitude, longitude], index) => {
    const [nextLatitude, nextLongitude] = points[(index + 1) % points.length] ?? [latitude, longitude];
    return sum + longitude * nextLatitude - nextLongitude * latitude;
  }, 0);
  return (Math.abs(twice) / 2) * scale * (METRES_PER_DEGREE / 1000) ** 2;
}
