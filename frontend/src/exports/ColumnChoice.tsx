import type { ColumnMeta } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";

interface ColumnChoiceProps {
  columns: readonly ColumnMeta[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** What the file has beside these while all are chosen, in words. */
  beside: string | null;
}

export function ColumnChoice({ columns, chosen, onChange, beside }: ColumnChoiceProps) {
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return (
    <details className="export-columns">
      <summary className="button">
        {chosen.size === columns.length
          ? "Every column, also those that the tab does not show"
          : `${number(chosen.size)} of the tab's ${plural(columns.length, "column")}, and no others`}
      </summary>
      <fieldset>
        <legend className="visually-hidden">Columns</legend>
        <div className="export-column-tools">
          <button type="button" className="button" onClick={() => onChange(new Set(columns.map(({ name }) => name)))}>
            All
          </button>
          <button
            type="button"
            className="button"
            onClick={() => onChange(new Set(columns.filter(({ hidden }) => !hidden).map(({ name }) => name)))}
          >
            As shown
          </button>
          <button type="button" className="button" onClick={() => onChange(new Set())}>
            None
          </button>
        </div>
        {chosen.size === columns.length && beside && (
          <p className="quiet export-beside">While all are ticked, the file also has {beside}.</p>
        )}
        {columns.map(({ name, label }) => (
          <label key={name}>
            <input type="checkbox" checked={chosen.has(name)} onChange={() => toggle(name)} />
            {label}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
