// A search as it is being written, and what the server would be asked. Pure.
import type { SearchRequest } from "../api/types.ts";
import { boxTrouble, circle, corners, type Point, parsePoint } from "./areas.ts";

export type AreaWay = "phrase" | "name" | "circle" | "box";
export interface Draft {
  phrase: string;
  way: AreaWay;
  place: string;
  region: string;
  around: string;
  centre: string;
  radius: string;
  south: string;
  west: string;
  north: string;
  east: string;
  source: string;
  limit: string;
  list: string;
}

export const EMPTY: Draft = {
  phrase: "",
  way: "phrase",
  place: "",
  region: "",
  around: "",
  centre: "",
  radius: "5",
  south: "",
  west: "",
  north: "",
  east: "",
  source: "",
  limit: "",
  list: "",
};
const FARTHEST_KM = 200;
const BETWEEN = /\s(?:in|near|around|bei|près de|cerca de|vicino a|nabij|w|em|nära)\s\S/i;

export type Read = { request: SearchRequest; trouble: null } | { request: null; trouble: string };
const missing = (trouble: string): Read => ({ request: null, trouble });

/** The request, or what is still missing. */
export function read(draft: Draft): Read {
  const phrase = tidy(draft.phrase);
  if (!phrase) return missing("Say what to look for.");
  if (!draft.source) return missing("Choose a source.");
  const limit = draft.limit.trim() === "" ? null : Number(draft.limit);
  if (limit !== null && (!Number.isInteger(limit) || limit < 1))
    return missing("The limit is a whole number, 1 or more.");
  const area = readArea(draft, phrase);
  if (typeof area === "string") return missing(area);
  return {
    request: { phrase, source: draft.source, limit, list_name: tidy(draft.list) || null, queue: true, ...area },
    trouble: null,
  };
}

type Area = Pick<SearchRequest, "area" | "radius" | "polygon">;

function readArea(draft: Draft, phrase: string): Area | string {
  if (draft.way === "phrase")
    return BETWEEN.test(phrase) ? {} : `Say where as well, such as “${phrase} in Austin, TX”.`;
  if (draft.way === "name") return readName(draft);
  if (draft.way === "circle") return readCircle(draft);
  const box = {
    south: degrees(draft.south),
    west: degrees(draft.west),
    north: degrees(draft.north),
    east: degrees(draft.east),
  };
  return boxTrouble(box) ?? { area: `${box.south}, ${box.west} to ${box.north}, ${box.east}`, polygon: corners(box) };
}

function readName(draft: Draft): Area | string {
  const area = [draft.place, draft.region].map(tidy).filter(Boolean).join(", ");
  if (!tidy(draft.place)) return "Name the place.";
  if (draft.around.trim() === "") return { area };
  const metres = kilometres(draft.around);
  return metres === null ? `A radius is more than 0 and at most ${FARTHEST_KM} km.` : { area, radius: metres };
}

function readCircle(draft: Draft): Area | string {
  const centre = parsePoint(draft.centre);
  if (!centre) return "Give the centre as latitude and longitude, such as 30.2672, -97.7431.";
  const metres = kilometres(draft.radius);
  if (metres === null) return `A radius is more than 0 and at most ${FARTHEST_KM} km.`;
  return { area: `${metres / 1000} km around ${centre.join(", ")}`, polygon: circle(centre, metres) };
}

/** The corners of what was drawn in numbers, for its size in words. */
export function drawn(draft: Draft): Point[] | null {
  const { request } = read({ ...draft, phrase: "x in y", source: "x", limit: "" });
  return request?.polygon && request.polygon.length > 0 ? request.polygon : null;
}

function kilometres(text: string): number | null {
  const value = Number(text.replace(",", "."));
  return text.trim() !== "" && value > 0 && value <= FARTHEST_KM ? value * 1000 : null;
}

const degrees = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")));
const tidy = (text: string): string => text.trim().replace(/\s+/g, " ");

/** One search per line, each once. */
export function lines(text: string, most: number): string[] {
  return [...new Set(text.split("\n").map(tidy).filter(Boolean))].slice(0, most);
}
