// Nothing moves under the pointer: what the server now lists is laid over what is shown.

interface Identified { readonly id: string }
export interface Held<Row extends Identified> {
  readonly rows: readonly Row[];
  /** Rows that the server no longer lists here. */
  readonly gone: ReadonlySet<string>;
  /** How many rows came in between or above since the page was opened. */
  readonly arrived: number;
}

export const held = <Row extends Identified>(rows: readonly Row[]): Held<Row> => ({ rows, gone: new Set(), arrived: 0 });

/** The rows stay in their places with their fresh values. Rows that only moved up from the next page are no news. */
export function laidOver<Row extends Identified>(before: Held<Row>, fresh: readonly Row[]): Held<Row> {
  const now = new Map(fresh.map((row) => [row.id, row]));
  const there = new Set(before.rows.map(({ id }) => id));
  const lastKept = fresh.findLastIndex(({ id }) => there.has(id));
  const gone = new Set([...there].filter((id) => !now.has(id)));
  const arrived = fresh.slice(0, lastKept + 1).filter(({ id }) => !there.has(id)).length;
  return { rows: before.rows.map((row) => now.get(row.id) ?? row), gone, arrived };
}
