// What columns become, as a person last said for files with the same headings.
import type { ImportPreview, ImportSubject } from "../api/types.ts";

export type Mapping = Readonly<Record<string, string>>;

const KEPT = "import-mappings";
const KEPT_COUNTRIES = "import-countries";
const MOST_KEPT = 40;

export const EXTRA = "extra";
export const LEFT_OUT = "-";

type Shape = Pick<ImportPreview, "into" | "columns">;

export const shapeOf = ({ into, columns }: Shape): string =>
  JSON.stringify([into, ...columns.map(({ heading }) => heading).toSorted()]);

/** Only what was changed: the rest is guessed anew, perhaps better than last time. */
export function rememberMapping(preview: Shape, mapping: Mapping): void {
  remember(KEPT, preview, mapping);
}

export const rememberedMapping = (preview: Shape): Mapping | null => remembered(KEPT, preview);

/** Of which country the numbers of such files are; an empty one is none. */
export const rememberCountry = (preview: Shape, country: string): void =>
  remember(KEPT_COUNTRIES, preview, { country });

export const rememberedCountry = (preview: Shape): string | null =>
  remembered(KEPT_COUNTRIES, preview)?.country ?? null;

function remember(where: string, preview: Shape, said: Mapping): void {
  const shape = shapeOf(preview);
  const others = kept(where).filter(([each]) => each !== shape);
  const all = Object.keys(said).length > 0 ? [[shape, said], ...others] : others;
  localStorage.setItem(where, JSON.stringify(all.slice(0, MOST_KEPT)));
}

function remembered(where: string, preview: Shape): Mapping | null {
  const shape = shapeOf(preview);
  return kept(where).find(([each]) => each === shape)?.[1] ?? null;
}

function kept(where: string): [string, Mapping][] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(where) ?? "[]");
    return Array.isArray(all) ? all.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [string, Mapping] {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
  const mapping: unknown = entry[1];
  return typeof mapping === "object" && mapping !== null && Object.values(mapping).every((v) => typeof v === "string");
}

export function formOf(
  file: File,
  into: ImportSubject,
  mapping: Mapping,
  rest: Readonly<Record<string, string | null>> = {},
): FormData {
  const form = new FormData();
  form.set("file", file);
  form.set("into", into);
  if (Object.keys(mapping).length > 0) form.set("mapping", JSON.stringify(mapping));
  for (const [name, value] of Object.entries(rest)) if (value) form.set(name, value);
  return form;
}
