// Two values are one if they differ only in spelling that means nothing.
const EARTH_METRES = 6_371_000;

export function differs(one: unknown, other: unknown): boolean {
  return one !== null && other !== null && one !== undefined && other !== undefined && plain(one) !== plain(other);
}

function plain(value: unknown): string {
  const text = String(value).normalize("NFKC").toLowerCase().replace(/^https?:\/\/(www\.)?/, "").replace(/\/+$/, "");
  return /^[+\d\s()./-]+$/.test(text) ? text.replace(/\D/g, "") : text.replace(/[\s,.]+/g, " ").trim();
}

interface Spot { latitude: number | null; longitude: number | null }

export function metresBetween(one: Spot, other: Spot): number | null {
  if (one.latitude === null || one.longitude === null || other.latitude === null || other.longitude === null) return null;
  const radians = Math.PI / 180;
  const north = Math.sin(((other.latitude - one.latitude) * radians) / 2) ** 2;
  const east = Math.cos(one.latitude * radians) * Math.cos(other.latitude * radians) * Math.sin(((other.longitude - one.longitude) * radians) / 2) ** 2;
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(north + east));
}
