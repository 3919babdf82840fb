// What a file comes to, with all that is known about it: said now, said last for such a file, or told by the file itself.
import { upload } from "../api/client.ts";
import type { ImportPreview, ImportSubject } from "../api/types.ts";
import { formOf, type Mapping, rememberedCountry, rememberedMapping } from "./mapping.ts";

export interface Looked {
  preview: ImportPreview;
  mapping: Mapping;
  /** Of its numbers; empty where they stay as they are written. */
  country: string;
}

/** What the person said of this file; null where they said nothing yet. */
export interface Said {
  mapping: Mapping | null;
  country: string | null;
  sheet: string | null;
}
export const NOTHING_SAID: Said = { mapping: null, country: null, sheet: null };

/** The file goes up again only where its first look told something that changes what it comes to. */
export async function look(file: File, into: ImportSubject, said: Said, signal: AbortSignal): Promise<Looked> {
  const { mapping, country } = said;
  const form = formOf(file, into, mapping ?? {}, { sheet: said.sheet, country });
  const preview = await upload("/imports/preview", form, signal);
  const kept = { mapping: mapping ?? rememberedMapping(preview), country: country ?? countryOf(preview) };
  const isNews = kept.mapping !== mapping || (kept.country !== country && kept.country !== "");
  if (isNews) return look(file, into, { ...said, ...kept }, signal);
  return { preview, mapping: mapping ?? {}, country: kept.country ?? "" };
}

function countryOf(preview: ImportPreview): string | null {
  const { without_country, likely } = preview.numbers;
  return without_country === 0 ? null : (rememberedCountry(preview) ?? likely);
}

/** With what is remembered of such a file, so that it goes up once for it. */
export const withCountry = (said: Said, preview: ImportPreview | undefined, country: string): Said => ({
  ...said,
  mapping: said.mapping ?? (preview ? rememberedMapping(preview) : null),
  country,
});
