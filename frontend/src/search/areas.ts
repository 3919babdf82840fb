// Areas without a map: a circle or a box in numbers, as the corners that the server takes.
export type Point = [latitude: number, longitude: number];
export interface Box { south: number; west: number; north: number; east: number }

const METRES_PER_DEGREE = 111_320;
const CORNERS = 48;
const round = (value: number): number => Number(value.toFixed(6));

/** `parsePoint("30.2672, -97.7431")` and `parsePoint("30.2672 N 97.7431 W")` are one place. */
export function parsePoint(text: string): Point | null {
  const parts = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*°?\s*([NS])?\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*°?\s*([EW])?\s*$/i.exec(text);
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
    return [round(Math.max(-90, Math.min(90, latitude + north * Math.sin(angle)))), round(Math.max(-180, Math.min(180, longitude + east * Math.cos(angle))))];
  });
}

export function corners({ south, west, north, east }: Box): Point[] {
  return [[south, west], [south, east], [north, east], [north, west]];
}

/** What is wrong with a box, or null. */
export function boxTrouble({ south, west, north, east }: Box): string | null {
  if ([south, west, north, east].some((value) => !Number.isFinite(value))) return "Give all four edges in degrees.";
  if (Math.abs(south) > 90 || Math.abs(north) > 90) return "Latitudes go from -90 to 90.";
  if (Math.abs(west) > 180 || Math.abs(east) > 180) return "Longitudes go from -180 to 180.";
  if (south >= north) return "The southern edge must be below the northern one.";
  if (west >= east) return "The western edge must be left of the eastern one.";
  return null;
}

export function squareKilometres(points: readonly Point[]): number {
  const middle = points.reduce((sum, [latitude]) => sum + latitude, 0) / Math.max(1, points.length);
  const scale = Math.cos((middle * Math.PI) / 180);
  const twice = points.reduce((sum, [latitude, longitude], index) => {
    const [nextLatitude, nextLongitude] = points[(index + 1) % points.length] ?? [latitude, longitude];
    return sum + longitude * nextLatitude - nextLongitude * latitude;
  }, 0);
  return (Math.abs(twice) / 2) * scale * (METRES_PER_DEGREE / 1000) ** 2;
}
