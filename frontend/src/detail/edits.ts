import type { ColumnKind } from "../api/types.ts";

/** What was typed, as the server's column wants it. Nothing typed is no value. */
export function typed(text: string, kind: ColumnKind): string | number | null {
  const tidy = text.trim();
  if (tidy === "") return null;
  const isNumber =
    kind === "number" || kind === "score" || kind === "money_micros" || kind === "bytes" || kind === "duration_ms";
  return isNumber && Number.isFinite(Number(tidy)) ? Number(tidy) : tidy;
}

const URL_WORDS = /(^|_)(url|website|link)s?$/;

/** Columns that no tab shows have no described kind; their value and name tell enough to show them. */
export function guessedKind(name: string, value: unknown): ColumnKind {
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number")
    return name.endsWith("_micros") ? "money_micros" : name.endsWith("_bytes") ? "bytes" : "number";
  if (typeof value === "string" && name.endsWith("_at")) return "moment";
  if (typeof value === "string" && URL_WORDS.test(name)) return "url";
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return "json";
  return name === "id" || name.endsWith("_id") ? "id" : "text";
}
