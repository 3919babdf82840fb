// What each source needs, in one line. Pure.
import type { Meta, PlaceSourceMeta } from "../api/types.ts";
import { cost } from "../text/numbers.ts";

export const isReady = ({ unready }: PlaceSourceMeta): boolean => unready === null;

/** Asked for nothing but the search itself, OpenStreetMap is where a first one begins. */
export const firstSource = (sources: readonly PlaceSourceMeta[]): string =>
  (sources.find(isReady) ?? sources.find(({ name }) => name === "overpass"))?.name ?? "";

export const priceOf = ({ page_cost_micros }: PlaceSourceMeta, simulated: boolean): string =>
  simulated ? "simulated" : page_cost_micros > 0 ? "paid" : "free";

const ASK = "It is not set up: ask who runs this installation.";

/** Empty for one that is ready and costs nothing but the asking. Only an operator can do what it needs. */
export function needsOf(source: PlaceSourceMeta, { simulated, is_operator }: Pick<Meta, "simulated" | "is_operator">) {
  const told = is_operator || isReady(source) ? null : ASK;
  if (simulated) return told ?? source.unready ?? "";
  const { needs, page_cost_micros } = source;
  const wanted = needs === null ? "Needs no key and no account." : isReady(source) ? "" : (told ?? needs);
  const money = page_cost_micros > 0 ? `Each page of results costs ${cost(page_cost_micros)}.` : "";
  return [wanted, money].filter(Boolean).join(" ");
}
