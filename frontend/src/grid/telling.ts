// Which columns tell something of the rows that are seen: the others give their room to those.
import type { Row, State } from "../api/types.ts";
import { shortAddress } from "../text/address.ts";
import { type GridColumn, isMark, type PlacedColumn } from "./layout.ts";

/** Without these a row is told by what is missing. */
const ALWAYS: readonly string[] = ["email", "phone"];

/** Columns that would say the same of every row are left out, unless a person arranged them or sorts by them. */
export function telling(
  columns: readonly PlacedColumn[],
  states: readonly State[],
  rows: readonly Row[],
  sort = "",
): PlacedColumn[] {
  const title = columns.find(({ column }) => column.part === "title")?.column;
  const sorted = sort.replace(/^-/, "");
  return columns.filter(
    ({ column }) =>
      column.part === "title" ||
      column.name === sorted ||
      (!isSaid(column.name, states, rows) && (column.part === "state" || isTelling(column, title, rows))),
  );
}

/** Few rows have tags or notes: the columns are there with the first of them. */
export const withoutBareMarks = (columns: readonly PlacedColumn[], rows: readonly Row[]): PlacedColumn[] =>
  columns.filter(({ column }) => !isMark(column.name) || isTelling(column, undefined, rows));

/** Whether its state says more than one word. */
export const hasOutcome = ({ state, outcome }: Pick<Row, "state" | "outcome">): boolean =>
  outcome !== null && (state === "Complete" || state === "Skipped");

/** The chosen states say it already. */
function isSaid(name: string, states: readonly State[], rows: readonly Row[]): boolean {
  const only = states.length === 1 ? states[0] : null;
  // Of a row that is complete the state says what became of it, and of one that is skipped why.
  if (name === "state") return only !== null && only !== "Complete" && !(only === "Skipped" && rows.some(hasOutcome));
  if (name === "error") return states.length > 0 && !states.includes("Error");
  // Nothing has happened to it yet.
  return name === "updated_at" && only === "New";
}

function isTelling({ name, kind }: GridColumn, title: GridColumn | undefined, rows: readonly Row[]): boolean {
  if (rows.length === 0 || ALWAYS.includes(kind)) return !isMark(name);
  const values = rows.map((row) => [row[name], title ? row[title.name] : null] as const);
  return values.some(([value, called]) => !isBlank(value) && !isSame(value, called));
}

/** Few rows are alike by chance. */
const ENOUGH = 10;

/** What tells no row from the others, and when each changed: columns that can give way, unless the rows are in their order. */
export function alike(columns: readonly PlacedColumn[], rows: readonly Row[], sort: string): ReadonlySet<string> {
  const sorted = sort.replace(/^-/, "");
  const isAlike = ({ part, kind, name }: GridColumn) =>
    part === "value" &&
    name !== sorted &&
    name !== "error" &&
    !isMark(name) &&
    (name === "updated_at" || (!ALWAYS.includes(kind) && isOneWord(rows.map((row) => row[name]))));
  return new Set(columns.flatMap(({ column }) => (isAlike(column) ? [column.name] : [])));
}

function isOneWord(values: readonly unknown[]): boolean {
  const said = values.filter((each) => !isBlank(each)).map((each) => JSON.stringify(each));
  return said.length >= Math.max(ENOUGH, values.length / 2) && new Set(said).size === 1;
}

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** As the row is called, or the host of the address that it is called by. */
const isSame = (value: unknown, called: unknown): boolean =>
  typeof value === "string" &&
  typeof called === "string" &&
  (value === called || (called.includes("://") && bare(shortAddress(called).host) === bare(value)));

const bare = (host: string): string => host.toLowerCase().replace(/^www\./, "");

/** Whether the host of an address is read in the e-mail address of its row: the path tells the rest. */
export const isHostSaid = (
  url: unknown,
  row: Readonly<Record<string, unknown>>,
  columns: readonly GridColumn[],
): boolean => {
  if (typeof url !== "string" || !url.includes("://")) return false;
  const { host, rest } = shortAddress(url);
  const end = `@${bare(host)}`;
  return (
    rest !== "" && columns.some(({ kind, name }) => kind === "email" && String(row[name]).toLowerCase().endsWith(end))
  );
};
