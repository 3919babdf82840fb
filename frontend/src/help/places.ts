// Whose keys are told first: those of the screen that the person is at. Pure.
import type { Place } from "../keys/keymap.ts";

export function placeOf(path: string, address: URLSearchParams): Place {
  if (path.startsWith("/duplicates")) return "pairs";
  if (!path.startsWith("/w/")) return "everywhere";
  if (address.get("review") === "1") return "review";
  return address.get("map") === "1" ? "map" : "grid";
}

export const firstHere = (places: readonly Place[], here: Place): Place[] =>
  places.toSorted((one, other) => Number(other === here) - Number(one === here));
