import type {
  ImportAnswer,
  ImportPreview,
  ImportSubject,
  ImportVerdict,
  SeemingSame,
  WorkflowMeta,
} from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";

interface SubjectWords {
  words: string;
  /** What one row is called, and several. */
  rows: readonly [one: string, many: string];
  table: string;
  /** Whether columns that mean none of the fields are kept beside them. */
  keepsExtra: boolean;
}

/** What a file can be about; one that the server adds is an error here until it has its words. */
export const SUBJECTS: Record<ImportSubject, SubjectWords> = {
  businesses: { words: "Businesses", rows: ["business", "businesses"], table: "local_businesses", keepsExtra: true },
  contacts: { words: "Contacts", rows: ["contact", "contacts"], table: "contacts", keepsExtra: true },
  places: { words: "Places, to be chosen from", rows: ["place", "places"], table: "places_staging", keepsExtra: false },
  domains: { words: "Domains", rows: ["domain", "domains"], table: "domains", keepsExtra: false },
  sitemaps: { words: "Sitemaps", rows: ["sitemap", "sitemaps"], table: "sitemap_files", keepsExtra: false },
  pages: { words: "Pages", rows: ["page", "pages"], table: "pages", keepsExtra: false },
};

export const VERDICTS: Record<ImportVerdict, string> = {
  added: "added",
  updated: "updated",
  known: "there already",
  repeated: "repeats one above",
  refused: "refused",
};

/** Of a new row, the business of another source that it may be. */
export const seemsWords = ({ name, source, likeness }: SeemingSame): string =>
  `may be there already: ${shown(name ?? "one without a name", 80)} (${shown(source, 40)}, ${Math.round(likeness * 100)} % alike)`;

export const subjectNamed = (name: string | null): ImportSubject | undefined =>
  keysOf(SUBJECTS).find((each) => each === name);

/** What the rows of a table are called. */
export const rowsOf = (table: string | undefined): SubjectWords["rows"] =>
  Object.values(SUBJECTS).find((each) => each.table === table)?.rows ?? ["row", "rows"];

/** What the lines of a file come to: several may be one row, and one may be several. */
export function sumWords({ sum, refused, rows }: Summed, into: ImportSubject): string {
  const [one, many] = SUBJECTS[into].rows;
  const told = [
    sum.made > 0 && plural(sum.made, `new ${one}`, `new ${many}`),
    sum.there > 0 && `${plural(sum.there, one, many)} that ${sum.there === 1 ? "was" : "were"} there already`,
    sum.repeated > 0 && `${plural(sum.repeated, "line")} that ${sum.repeated === 1 ? "repeats" : "repeat"} one above`,
    sum.seeming > 0 && `${number(sum.seeming)} of the new ones may be there already`,
    sum.losing > 0 && `${plural(sum.losing, "line")} that ${sum.losing === 1 ? "loses" : "lose"} values`,
    refused > 0 && `${plural(refused, "line")} refused`,
  ].filter(Boolean);
  const brought = sum.businesses > 0 ? ` With them ${plural(sum.businesses, "new business", "new businesses")}.` : "";
  return `${plural(rows.length, "line")}: ${told.join(", ") || "nothing in it"}.${brought}`;
}

/** What the button does: of rows that something becomes of. The others are told above it. */
export function startWords({ sum, into }: Pick<ImportPreview, "sum" | "into">): string {
  const [one, many] = SUBJECTS[into].rows;
  if (sum.made > 0) return `Import ${plural(sum.made, `new ${one}`, `new ${many}`)}`;
  return sum.changed > 0 ? `Update ${plural(sum.changed, one, many)}` : "Import: nothing is new";
}

interface Summed extends Pick<ImportAnswer, "refused"> {
  sum: Omit<ImportAnswer["sum"], "changed">;
  rows: readonly unknown[];
}

/** What the rows of a workflow's tab are about. */
export function subjectOf(workflow: Pick<WorkflowMeta, "table"> | undefined): ImportSubject {
  return keysOf(SUBJECTS).find((each) => SUBJECTS[each].table === workflow?.table) ?? "businesses";
}

/** Of several sheets: which is read, and what the others have. */
export function sheetWords({
  sheet,
  sheets,
  sheet_lines,
}: Pick<ImportPreview, "sheet" | "sheets" | "sheet_lines">): string {
  const lines = (name: string) => sheet_lines[name] ?? 0;
  const others = sheets.filter((each) => each !== sheet && lines(each) > 0);
  const rest = others.map((each) => `${shown(each, 40)} has ${number(lines(each))}`).join(", ");
  return `${sheets.length} sheets; this one has ${plural(lines(sheet ?? ""), "line")} below known headings, ${rest || "the others none"}.`;
}
