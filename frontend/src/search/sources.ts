// What each source needs, in one line. Pure.
import type { PlaceSourceMeta } from "../api/types.ts";
import { cost } from "../text/numbers.ts";

/** What the server does not say of its own sources. */
const NEEDS: Record<string, string> = {
  overpass: "Needs no key and no account.",
  overture: "Needs an extra: pip install 'scrapersky[overture]'.",
};

/** Asked for nothing but the search itself, OpenStreetMap is where a first one begins. */
export const firstSource = (sources: readonly PlaceSourceMeta[]): string =>
  (sources.find(({ ready }) => ready) ?? sources.find(({ name }) => name === "overpass"))?.name ?? "";

export const priceOf = ({ paid }: PlaceSourceMeta, simulated: boolean): string => (simulated ? "simulated, costs nothing" : paid ? "paid" : "free");

/** Empty for one that is ready and of which there is nothing to say. */
export function needsOf({ name, ready, why_not, paid }: PlaceSourceMeta, pageCost: number, simulated: boolean): string {
  const missing = ready ? "" : (why_not ?? "It is not set up.");
  const known = NEEDS[name] ?? "";
  const money = paid && !simulated ? (pageCost > 0 ? `Each page of results costs ${cost(pageCost)}.` : "Results cost money.") : "";
  return [missing, ready && name === "overture" ? "" : known, money].filter(Boolean).join(" ");
}
