import type { ImportPreview } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";

const names = new Intl.DisplayNames("en", { type: "region" });
export const nameOf = (code: string): string => names.of(code) ?? code;

/** How many numbers could be read, and what becomes of the others. */
export function numberWords(
  { without_country, unread }: Pick<ImportPreview["numbers"], "without_country" | "unread">,
  country: string,
): string {
  const all = plural(without_country, "number");
  const are = without_country === 1 ? "is" : "are";
  if (country === "")
    return `${all} ${are} written without a country and cannot be read: choose whose they are, or they are kept as they are written.`;
  const from = `numbers of ${nameOf(country)}`;
  if (unread === 0) return `${all} without a country ${are} read as ${from}.`;
  return `${number(without_country - unread)} of ${all} without a country can be read as ${from}; ${number(unread)} cannot, and ${unread === 1 ? "is" : "are"} kept as written.`;
}
