// Which columns are shown, in which order and how wide. Sums only; nothing here draws.
import type { ColumnKind, ColumnLayout, ColumnMeta, Layout, WorkflowMeta } from "../api/types.ts";

export interface GridColumn extends ColumnMeta {
  part: "title" | "state" | "value";
}
/** `isFree`: nobody gave it a width. `isFlexible`: it takes part in sharing the room as well. */
export interface PlacedColumn {
  column: GridColumn;
  width: number;
  isFree: boolean;
  isFlexible: boolean;
  hidden: boolean;
}

export const NARROWEST = 56;
export const WIDEST = 900;
export const CHECKBOX_WIDTH = 40;

const WIDTHS: Record<ColumnKind, number> = {
  text: 170,
  url: 220,
  email: 190,
  phone: 132,
  number: 84,
  score: 104,
  money_micros: 84,
  bytes: 84,
  duration_ms: 84,
  boolean: 78,
  moment: 112,
  enum: 96,
  json: 170,
  id: 120,
};
const TITLE_WIDTH = 260;
const STATE_WIDTH = 104;
/** Room for what became of a row as well. */
const OUTCOME_WIDTH = 156;
const LEAST_TITLE = 190;
const NARROWEST_TITLE = 150;
/** A host and the end of a path. */
const LEAST_ADDRESS = 270;
const leastTitle = ({ kind }: ColumnMeta): number => (kind === "url" ? LEAST_ADDRESS : LEAST_TITLE);
/** What a value can do without and still be told from others; of an e-mail address all but the very end is seen. */
const LEAST: Partial<Record<ColumnKind, number>> = { text: 104, url: 120, email: 280, json: 100 };
/** Where there is not even room for that: narrower columns are read before columns that have to be scrolled to. */
const NARROW: Partial<Record<ColumnKind, number>> = { text: 84, url: 92, email: 160, json: 84 };
const NARROW_ADDRESS = 210;
/** A message that is cut sooner says nothing. */
const LEAST_ERROR = 140;
/** What is worth more than a column that tells nothing. */
const WELL_READ = 220;
const MOST_SHARE = 2.2;
/** Kinds whose values are worth more room when there is some. */
const GROWS: Partial<Record<ColumnKind, true>> = { text: true, url: true, email: true, json: true };

/** Kinds whose width follows their values. */
const FOLLOWS: Partial<Record<ColumnKind, true>> = { ...GROWS, phone: true, enum: true };

const state = (name: string, label: string, width: number, hidden: boolean): GridColumn => ({
  name,
  label,
  kind: "enum",
  is_editable: false,
  is_sortable: false,
  width,
  hidden,
  part: "state",
});
const value = (
  name: string,
  label: string,
  kind: ColumnKind,
  hidden: boolean,
  width: number | null = null,
): ColumnMeta => ({ name, label, kind, is_editable: false, is_sortable: false, width, hidden });

/** What people put on rows: seen before the values, where any row has some. */
const MARKS = [value("tags", "Tags", "json", false, 130), value("note", "Note", "text", false, 150)];

export const isMark = (name: string): boolean => MARKS.some((each) => each.name === name);

/** The title, the state straight after it so that it stays visible beside the drawer, the values, and what every row has. */
export function columnsOf({
  columns,
  title_column,
  sorts,
}: Pick<WorkflowMeta, "columns" | "title_column" | "sorts">): GridColumn[] {
  const usual = [
    value("updated_at", "Updated", "moment", false),
    value("error", "Error", "text", false, 140),
    value("outcome", "Outcome", "text", true),
    value("attempts", "Attempts", "number", true),
    value("created_at", "Created", "moment", true),
    value("id", "ID", "id", true),
  ];
  const names = new Set(columns.map(({ name }) => name));
  const all = [
    ...columns.filter(({ name }) => name !== "curation_status" && name !== "processing_status"),
    ...usual.filter(({ name }) => !names.has(name)),
  ];
  const sortable = new Set(sorts.map((each) => each.replace(/^-/, "")));
  const placed = all.map(
    (each): GridColumn => ({ ...each, is_sortable: each.is_sortable || sortable.has(each.name), part: "value" }),
  );
  const title = placed.find(({ name }) => name === title_column) ?? placed[0];
  const rest = placed.filter((each) => each !== title);
  const first: GridColumn[] = title ? [{ ...title, part: "title", hidden: false }] : [];
  return [
    ...first,
    state("state", "State", OUTCOME_WIDTH, false),
    ...MARKS.map((each): GridColumn => ({ ...each, part: "value" })),
    ...rest,
    state("curation_status", "Curation", STATE_WIDTH, true),
    state("processing_status", "Processing", OUTCOME_WIDTH, true),
  ];
}

function usualWidth({ width, kind, part }: GridColumn): number {
  return width ?? (part === "title" ? Math.max(TITLE_WIDTH, WIDTHS[kind]) : WIDTHS[kind]);
}

/** As the person arranged them; columns that are new since then come in their usual order at the end, tags and notes after the first. */
export function placed(
  columns: readonly GridColumn[],
  kept: readonly ColumnLayout[] | null | undefined,
): PlacedColumn[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const known = (kept ?? []).filter(({ name }) => byName.has(name));
  const named = new Set(known.map(({ name }) => name));
  const added = columns
    .filter(({ name }) => !named.has(name))
    .map(({ name, hidden }) => ({ name, width: null, hidden: known.length > 0 ? !isMark(name) : hidden }));
  // What people put on rows is seen, also by those who arranged the columns before there was any.
  const marks = known.length > 0 ? added.filter(({ name }) => isMark(name)) : [];
  const others = added.filter((each) => !marks.includes(each));
  return [...known.slice(0, 1), ...marks, ...known.slice(1), ...others].flatMap(({ name, width, hidden }) => {
    const column = byName.get(name);
    if (!column) return [];
    const isText = width === null && column.part !== "state";
    return [
      {
        column,
        width: width ?? Math.max(usualWidth(column), labelWidth(column.label)),
        isFree: isText && column.width === null && (FOLLOWS[column.kind] ?? false),
        isFlexible: isText && (GROWS[column.kind] ?? false),
        hidden,
      },
    ];
  });
}

/** Room for what most of these values need, and for the label. */
export function naturalWidth(label: string, values: readonly string[], share = 0.85): number {
  const widths = values.map(textWidth).toSorted((one, other) => one - other);
  const usual = widths[Math.min(widths.length - 1, Math.floor(widths.length * share))] ?? 0;
  return Math.round(Math.min(300, Math.max(70, labelWidth(label), usual + 22)));
}

const labelWidth = (label: string): number => Math.round(textWidth(label) * 0.92 + 24);

/** About how wide a text is: digits and capitals take more than small letters. */
function textWidth(text: string): number {
  return [...text].reduce(
    (sum, letter) => sum + (letter >= "0" && letter <= "9" ? 8.6 : letter >= "A" && letter <= "Z" ? 9.2 : 7.1),
    0,
  );
}

/** As wide as what is said of these rows beside their state. */
export function withStates(columns: readonly PlacedColumn[], outcomes: readonly string[]): PlacedColumn[] {
  const width = Math.min(OUTCOME_WIDTH, Math.max(STATE_WIDTH, ...outcomes.map((words) => textWidth(words) + 36)));
  return columns.map((each) =>
    each.width === OUTCOME_WIDTH && each.column.part === "state" ? { ...each, width: Math.round(width) } : each,
  );
}

/** Columns that nobody gave a width take that of their values. */
export function withNatural(columns: readonly PlacedColumn[], natural: ReadonlyMap<string, number>): PlacedColumn[] {
  return columns.map((each) => {
    const { column, isFree, isFlexible } = each;
    const own = natural.get(column.name);
    if (own === undefined) return each;
    const least = column.part !== "title" ? 0 : column.kind === "url" ? LEAST_ADDRESS : NARROWEST_TITLE;
    return {
      ...each,
      width: isFree ? Math.max(own, least) : each.width,
      // One without values needs no more room than its label.
      isFlexible: isFlexible && (column.part === "title" || own > naturalWidth(column.label, [])),
    };
  });
}

export const bounded = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

function leastOf({ column, width, isFlexible }: PlacedColumn): number {
  if (!isFlexible) return width;
  const least =
    column.part === "title" ? leastTitle(column) : column.name === "error" ? LEAST_ERROR : LEAST[column.kind];
  return Math.min(width, least ?? width);
}

function narrowOf(each: PlacedColumn): number {
  const { column, isFlexible } = each;
  const least = leastOf(each);
  if (!isFlexible || column.name === "error") return least;
  const narrow =
    column.part !== "title" ? NARROW[column.kind] : column.kind === "url" ? NARROW_ADDRESS : NARROWEST_TITLE;
  return Math.min(least, narrow ?? least);
}

const wellRead = (each: PlacedColumn): number => Math.max(leastOf(each), Math.min(each.width, WELL_READ));
const needed = (columns: readonly PlacedColumn[]): number => CHECKBOX_WIDTH + sum(columns.map(wellRead));

/** Columns give way in this order until the others can be read: when a row changed, then what all rows say alike. */
export function withoutSurplus(
  columns: readonly PlacedColumn[],
  room: number,
  alike: ReadonlySet<string>,
): PlacedColumn[] {
  const giving = columns.filter(({ column }) => alike.has(column.name)).toReversed();
  const isMoment = ({ column }: PlacedColumn) => column.name === "updated_at";
  let left = [...columns];
  for (const each of [...giving.filter(isMoment), ...giving.filter((one) => !isMoment(one))]) {
    if (room <= 0 || needed(left) <= room) break;
    left = left.filter((other) => other !== each);
  }
  return left;
}

/** Widths for the room there is: columns that nobody sized share what is left over, or give up what they can do without, then more. */
export function fitted(columns: readonly PlacedColumn[], room: number): number[] {
  const spare = room - CHECKBOX_WIDTH - columns.reduce((sum, { width }) => sum + width, 0);
  const flexible = columns.reduce((sum, { width, isFlexible }) => sum + (isFlexible ? width : 0), 0);
  if (room <= 0 || flexible === 0) return columns.map(({ width }) => width);
  if (spare >= 0) {
    const isError = columns.map(({ column, isFlexible }) => isFlexible && column.name === "error");
    const share = isError.includes(true) ? 1 : Math.min(MOST_SHARE, 1 + spare / flexible);
    const widths = columns.map(({ width, isFlexible }) => (isFlexible ? Math.floor(width * share) : width));
    const left = room - CHECKBOX_WIDTH - sum(widths);
    // A message is longer than any column, and is what failed rows are read for.
    return widths.map((width, at) => width + (isError[at] ? left : 0));
  }
  const steps = [
    columns.map((each) => each.width - leastOf(each)),
    columns.map((each) => leastOf(each) - narrowOf(each)),
  ];
  let widths = columns.map(({ width }) => width);
  let wanted = -spare;
  for (const step of steps) {
    const given = Math.min(wanted, sum(step));
    widths = widths.map((width, at) => width - part(step[at], given, sum(step)));
    wanted -= given;
  }
  return widths.map(Math.floor);
}

const sum = (widths: readonly number[]): number => widths.reduce((all, each) => all + each, 0);
const part = (own = 0, given: number, all: number): number => (all === 0 ? 0 : (own * given) / all);

/** How far from the left each frozen column stays. */
export function frozenOffsets(widths: readonly number[], frozen: number): number[] {
  const offsets: number[] = [];
  let left = CHECKBOX_WIDTH;
  for (const width of widths.slice(0, frozen)) {
    offsets.push(left);
    left += width;
  }
  return offsets;
}

/** Written out, so that one column's change leaves the others as they are. */
export function written(
  columns: readonly PlacedColumn[],
  kept: readonly ColumnLayout[] | null | undefined,
): ColumnLayout[] {
  const widths = new Map(kept?.map(({ name, width }) => [name, width]));
  return columns.map(({ column: { name }, hidden }) => ({ name, width: widths.get(name) ?? null, hidden }));
}

export function moved(columns: readonly ColumnLayout[], name: string, to: number): ColumnLayout[] {
  const from = columns.findIndex((each) => each.name === name);
  const one = columns[from];
  if (!one) return [...columns];
  const others = columns.toSpliced(from, 1);
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, one);
}

export const changed = (
  columns: readonly ColumnLayout[],
  name: string,
  change: Partial<ColumnLayout>,
): ColumnLayout[] => columns.map((each) => (each.name === name ? { ...each, ...change } : each));

export const USUAL: Layout = { columns: [], frozen: 0, density: "comfortable", size: 50 };
