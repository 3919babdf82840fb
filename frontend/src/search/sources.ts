// What each source needs, in one line. Pure.
import type { PlaceSourceMeta } from "../api/types.ts";
import { cost } from "../text/numbers.ts";

/** Asked for nothing but the search itself, OpenStreetMap is where a first one begins. */
export const firstSource = (sources: readonly PlaceSourceMeta[]): string =>
  (sources.find(({ ready }) => ready) ?? sources.find(({ name }) => name === "overpass"))?.name ?? "";

export const priceOf = ({ paid }: PlaceSourceMeta, simulated: boolean): string =>
  simulated ? "simulated" : paid ? "paid" : "free";

/** Empty for one that is ready and costs nothing but the asking. */
export function needsOf({ ready, needs, paid }: PlaceSourceMeta, pageCost: number, simulated: boolean): string {
  if (simulated) return "";
  const wanted = needs === null ? "Needs no key and no account." : ready ? "" : needs;
  const money = paid ? (pageCost > 0 ? `Each page of results costs ${cost(pageCost)}.` : "Results cost money.") : "";
  return [wanted, money].filter(Boolean).join(" ");
}
