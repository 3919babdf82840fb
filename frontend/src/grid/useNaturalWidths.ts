import { useMemo } from "react";
import type { Row } from "../api/types.ts";
import { shortAddress } from "../text/address.ts";
import { shown } from "../text/shown.ts";
import { naturalWidth, type PlacedColumn } from "./layout.ts";
import { isHostSaid } from "./telling.ts";

const ENOUGH = 10;
const known = new Map<string, ReadonlyMap<string, number>>();
const NONE: ReadonlyMap<string, number> = new Map();

/** As the first rows of this visit need it, and the same from then on: columns that changed with each page would be no help. */
export function useNaturalWidths(
  workflow: string,
  columns: readonly PlacedColumn[],
  rows: readonly Row[],
): ReadonlyMap<string, number> {
  const isReady = rows.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first rows decide
  return useMemo(() => {
    const before = known.get(workflow);
    if (before || !isReady) return before ?? NONE;
    const all = columns.map(({ column }) => column);
    const widths = new Map(
      columns.map(({ column: { name, label, kind } }) => [
        name,
        // Of few words each is to be read whole.
        naturalWidth(
          label,
          rows.map((row) => asDrawn(row[name], isHostSaid(row[name], row, all))).filter(Boolean),
          kind === "enum" ? 1 : undefined,
        ),
      ]),
    );
    if (rows.length >= ENOUGH) known.set(workflow, widths);
    return widths;
  }, [workflow, isReady]);
}

/** Of an address only the host and the end of the path are drawn. */
function asDrawn(value: unknown, isPath: boolean): string {
  if (typeof value !== "string" || !value.includes("://")) return shown(value, 60);
  const { host, rest } = shortAddress(value);
  return shown(isPath ? rest : host + rest, 60);
}
