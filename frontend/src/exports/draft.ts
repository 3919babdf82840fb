// What is exported: taken from the address, as a tab wrote it there.

import type { Preset } from "../api/schema.ts";
import type { ExportDraft, ExportFormat, OriginChoices, SearchField, State } from "../api/types.ts";
import { type Pinned, pinnedOf } from "../grid/pinned.ts";
import type { QuickFilter } from "../grid/quick.ts";
import { type Token, tokensOf } from "../grid/tokens.ts";
import { keysOf } from "../text/keysOf.ts";
import { plural } from "../text/numbers.ts";
import { STATES } from "../ui/State.tsx";

export const FORMATS: Record<ExportFormat, string> = { csv: "CSV", xlsx: "XLSX", jsonl: "JSONL", parquet: "Parquet" };
/** Programs that read the file without being told what its columns are. */
export const PRESETS: Record<Preset, string> = {
  plain: "People: names, ways to reach them and addresses, under plain headings",
  hubspot: "HubSpot",
  salesforce: "Salesforce",
  "google-contacts": "Google Contacts",
  mailchimp: "Mailchimp",
};
export const FORMAT_NAMES = keysOf(FORMATS);

export type Chosen = Pick<ExportDraft, "status" | "search" | "origin" | "ids" | "exclude_ids">;

/** `?status=New&status=Error&q=…&origin=…&ids=a,b` or `&except=a,b`, with names that are no state left out. */
export function chosenIn(address: URLSearchParams, states: readonly State[]): Chosen {
  const named = (name: string) =>
    address
      .getAll(name)
      .flatMap((each) => each.split(","))
      .filter(Boolean);
  const ids = named("ids");
  return {
    status: states.filter((state) => address.getAll("status").includes(state)),
    search: address.get("q") ?? "",
    origin: address.get("origin"),
    ids: ids.length > 0 ? ids : null,
    exclude_ids: named("except"),
  };
}

/** `?format=xlsx&best=1&columns=all`, as a search's own file was chosen. */
export const fileIn = (address: URLSearchParams) => ({
  format: FORMAT_NAMES.find((name) => name === address.get("format")) ?? "csv",
  isOnePer: address.has("best"),
  isEveryColumn: address.get("columns") === "all",
});

/** What of the file `fileIn` reads. */
export const fileParts = ({ format, isOnePer, isEveryColumn }: ReturnType<typeof fileIn>): Record<string, string> => ({
  format,
  ...(isOnePer && { best: "1" }),
  ...(isEveryColumn && { columns: "all" }),
});

/** `rest` is what the address says of its `name` once this is taken out. */
export interface Part {
  name: "status" | "q" | "origin" | "ids" | "except";
  words: string;
  rest?: string;
  pinned?: Pinned | null;
}

/** The filter as pieces that can be taken out one by one. */
export function partsOf(
  { status, search, origin, ids, exclude_ids }: Chosen,
  origins: readonly Pick<OriginChoices["items"][number], "origin" | "label">[] = [],
  fields: readonly SearchField[] = [],
  offered: readonly QuickFilter[] = [],
): Part[] {
  const known = origins.find((each) => each.origin === origin);
  const parts: (Part | null)[] = [
    ids && { name: "ids", words: plural(ids.length, "selected row") },
    status.length > 0 ? { name: "status", words: statesWords(status) } : null,
    ...searchParts(search, fields, offered),
    origin
      ? {
          name: "origin",
          words: `from ${known ? `“${known.label}”` : (origin.split(":")[0]?.replaceAll("_", " ") ?? origin)}`,
        }
      : null,
    exclude_ids.length > 0 ? { name: "except", words: `except ${plural(exclude_ids.length, "row")} taken out` } : null,
  ];
  return parts.filter((part) => part !== null);
}

function searchParts(search: string, fields: readonly SearchField[], offered: readonly QuickFilter[]): Part[] {
  const pieces = tokensOf(search).map((token) => ({ token, written: search.slice(token.start, token.end) }));
  return pieces.map((piece) => ({
    name: "q",
    pinned: pinnedOf(piece.token),
    words: offered.find(({ token }) => token === piece.written)?.words ?? said(piece.token, piece.written, fields),
    rest: pieces
      .filter((each) => each !== piece)
      .map(({ written }) => written)
      .join(" "),
  }));
}

/** Fields whose name goes on with the value. */
const GOING_ON = ["made", "since", "by"];

/** A token as a sentence of the file's list has it; one that compares stays as it was written. */
function said({ field, negated, value }: Token, written: string, fields: readonly SearchField[]): string {
  if (field === null) return written.startsWith("-") ? `without ${written.slice(1)}` : written;
  const label = fields.find(({ name }) => name === field)?.label ?? field;
  if (value.toLowerCase() === "none") return `${label} is ${negated ? "not " : ""}empty`;
  const bare = value.replace(/^"(.*)"$/s, "$1");
  if (/^[<>~=]/.test(value) || GOING_ON.includes(field)) return `${negated ? "not " : ""}${label} ${bare}`;
  return `${label} is ${negated ? "not " : ""}${bare}`;
}

/** As the server says it of the file. */
function statesWords(status: readonly State[]): string {
  const others = STATES.filter((state) => !status.includes(state));
  return others.length === 1 ? `not ${others[0]}` : status.join(" or ");
}

/** Who opens a file without more said: people tables, programs the others. */
export const readerOf = (format: ExportFormat): Preset | null =>
  format === "csv" || format === "xlsx" ? "plain" : null;

/** In which order the rows are in the file, which of them "at most so many" takes. */
export function orderWords({
  isOnePer,
  most,
  preset,
}: {
  isOnePer: boolean;
  most: number | null;
  preset: Preset | null;
}): string {
  if (isOnePer)
    return most === null
      ? "In the file business by business, in the order in which these were found"
      : "The best of all businesses, and in the file the best first: somebody by name with an e-mail address, then the surest";
  return preset
    ? "In the file website by website, in the order in which these were found"
    : "In the file in the order in which they came";
}
