// One row. It is drawn again only when it changed, or when it became or ceased to be active or chosen.
import { memo, useState } from "react";
import type { Row } from "../api/types.ts";
import { toldValue } from "../text/choices.ts";
import { safeHref, shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";
import { type OutcomeWords, StateMark } from "../ui/State.tsx";
import { AddressParts, cellOf, isRight, stateOf } from "./cells.tsx";
import type { GridColumn } from "./layout.ts";
import { isChosen } from "./selection.ts";
import { type GridStore, useGridState } from "./store.ts";
import { isHostSaid } from "./telling.ts";

export interface RowLook {
  kebab: string;
  nameOf: (row: Row) => string;
  boxClass: string;
  columns: readonly GridColumn[];
  outcomes: OutcomeWords;
  /** Without a column for it, a row that changed says its state before its name. */
  hasState: boolean;
  offsets: readonly number[];
}
interface RowLineProps {
  row: Row;
  look: RowLook;
  store: GridStore;
  isStale: boolean;
}

export const RowLine = memo(function RowLine({ row, look, store, isStale }: RowLineProps) {
  const isActive = useGridState(store, ({ active }) => active === row.id);
  const isMeant = useGridState(store, ({ active, isMeant: meant }) => meant && active === row.id);
  const chosen = useGridState(store, ({ selection }) => isChosen(selection, row.id));
  const flash = useChanges(row);
  return (
    <tr
      data-id={row.id}
      aria-current={isActive || undefined}
      className={`${chosen ? "is-chosen" : ""} ${isMeant ? "is-meant" : ""} ${isStale ? "is-stale" : ""}`}
      title={isStale ? "No longer matches the filter" : undefined}
    >
      <td className="grid-check">
        <input
          type="checkbox"
          className={look.boxClass}
          data-id={row.id}
          checked={chosen}
          readOnly
          aria-label={`Select ${shown(look.nameOf(row), 80)}`}
        />
      </td>
      {look.columns.map((column, index) => (
        <td
          key={column.name}
          data-column={column.name}
          className={`${isRight(column.kind) ? "number" : ""} ${column.name === "error" ? "cell-error" : ""} ${frozen(index, look.offsets.length)} ${flash.names.has(column.name) ? `flash-${flash.turn % 2}` : ""}`}
          style={index < look.offsets.length ? { left: look.offsets[index] } : undefined}
        >
          {isStale && column.part === "title" && !look.hasState && <StateMark state={row.state} />}
          <Cell row={row} column={column} look={look} />
        </td>
      ))}
      <td aria-hidden="true" />
    </tr>
  );
});

/** The last of the columns that stay put has an edge. */
export const frozen = (index: number, count: number): string =>
  index >= count ? "" : index === count - 1 ? "is-frozen is-edge" : "is-frozen";

function Cell({ row, column, look }: { row: Row; column: GridColumn; look: RowLook }) {
  const value = toldValue(column.name, row[column.name], row.verified_level);
  if (column.part === "state")
    return stateOf(value, column.name === "curation_status" ? null : row.outcome, look.outcomes);
  if (column.name === "error") return cellOf(column.kind, withoutAddress(value));
  if (column.part !== "title") return cellOf(column.kind, value, isHostSaid(value, row, look.columns));
  const name = look.nameOf(row);
  return (
    <a
      className={`foreign cell-title ${value ? "" : "cell-stand-in"}`}
      href={linkTo(`${look.kebab}/${row.id}`)}
      tabIndex={-1}
      data-title
      title={shown(name, 240)}
    >
      {/* A row without a title is called by another of its values. An address is told in its parts. */}
      {safeHref(name) !== null ? <AddressParts url={name} /> : shown(name, 240)}
    </a>
  );
}

/** What went wrong, without the address that it went wrong with: the row is known by it. */
const withoutAddress = (error: unknown): unknown =>
  typeof error === "string" ? error.replace(/^https?:\/\/\S+ (\S)/, (_, first: string) => first.toUpperCase()) : error;

interface Changes {
  names: ReadonlySet<string>;
  turn: number;
}
const NONE: Changes = { names: new Set(), turn: 0 };

/** Which values changed since the row was last drawn; they flash. */
function useChanges(row: Row): Changes {
  const [seen, setSeen] = useState(row);
  const [changes, setChanges] = useState(NONE);
  if (seen !== row) {
    setSeen(row);
    const names = Object.keys(row).filter(
      (name) => name !== "updated_at" && JSON.stringify(row[name]) !== JSON.stringify(seen[name]),
    );
    if (names.length > 0) setChanges({ names: new Set(names), turn: changes.turn + 1 });
  }
  return changes;
}
