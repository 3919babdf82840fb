// What several tell of one thing: a column for each by its source, and where they differ whose is kept.
import type { ReactNode } from "react";
import type { ColumnKind } from "../api/types.ts";
import { areDifferent } from "./pairs.ts";
import { toldOf } from "./rows.ts";
import { Value } from "./Value.tsx";

export interface ComparedField {
  name: string;
  label: string;
  kind: ColumnKind;
  /** Told beside the others, and nobody's choice. */
  isFixed?: boolean;
}
export interface ComparedColumn {
  id: string;
  /** In words, as in "Phone of the left one". */
  words: string;
  head: ReactNode;
  values: Readonly<Record<string, unknown>>;
}

interface SideBySideProps {
  id: string;
  fields: readonly ComparedField[];
  columns: readonly ComparedColumn[];
  /** Of which column a field is kept, where a person may say so. */
  keptOf: (field: string) => string | undefined;
  onKeep: ((field: string, column: string) => void) | null;
}

/** So wide that a number stands in one line; more than fit are scrolled to. */
const COLUMN = 128;
const HEAD = 72;

export function SideBySide({ id, fields, columns, keptOf, onKeep }: SideBySideProps) {
  const there = fields.filter(({ name }) => columns.some(({ values }) => (values[name] ?? null) !== null));
  return (
    <div className="pair-scroll">
      <table className="pair-table" style={{ minWidth: columns.length * COLUMN + HEAD }}>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column.id} scope="col">
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {there.map(({ name, label, kind, isFixed }) => {
            const isDifferent = !isFixed && areDifferent(columns.map(({ values }) => values[name]));
            return (
              <tr key={name} className={isDifferent ? "pair-differs" : undefined}>
                <th scope="row">
                  {label}
                  {isDifferent && <span className="visually-hidden"> (differs)</span>}
                </th>
                {columns.map((column) => (
                  <td key={column.id}>
                    {isDifferent && onKeep && (column.values[name] ?? null) !== null && (
                      <input
                        type="radio"
                        name={`${id} ${name}`}
                        checked={keptOf(name) === column.id}
                        aria-label={`${label} of ${column.words}`}
                        title="Keep this one when they are merged"
                        onChange={() => onKeep(name, column.id)}
                      />
                    )}{" "}
                    <Value value={toldOf(column.values, name)} kind={kind} label={label} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
