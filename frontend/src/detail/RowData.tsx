// What the row's table knows beyond the columns of its tab.
import type { WorkflowMeta } from "../api/types.ts";
import { capitalised } from "../text/choices.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { guessedKind } from "./edits.ts";
import { Part } from "./Part.tsx";
import type { RowDetail } from "./rows.ts";
import { isEmpty, Value } from "./Value.tsx";

const LONG = 400;
const MOST_ENTRIES = 200;

export function RowData({ workflow, row }: { workflow: WorkflowMeta; row: RowDetail }) {
  const known = new Set(workflow.columns.map(({ name }) => name));
  const more = Object.entries(row.row).filter(([name, value]) => !known.has(name) && !saysNothing(value));
  if (more.length === 0) return null;
  return (
    <Part title="More">
      <dl className="data">
        {more.map(([name, value]) => (
          <div key={name}>
            <dt>{nameInWords(name)}</dt>
            <dd>
              <AnyValue name={name} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

const saysNothing = (value: unknown): boolean =>
  isEmpty(value) || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

function AnyValue({ name, value }: { name: string; value: unknown }) {
  const label = nameInWords(name);
  if (typeof value === "object" && value !== null)
    return (
      <details className="raw">
        <summary>
          {plural(Object.keys(value).length, "entry", "entries")}
          <span className="visually-hidden"> of {label}</span>
        </summary>
        <NestedEntries value={value} />
      </details>
    );
  if (typeof value !== "string" || value.length <= LONG)
    return <Value value={value} kind={guessedKind(name, value)} label={label} />;
  return (
    <details className="raw">
      <summary>
        {value.length.toLocaleString()} characters<span className="visually-hidden"> of {label}</span>
      </summary>
      <pre className="foreign" tabIndex={0} role="region" aria-label={label}>
        {shown(value, 20_000)}
      </pre>
    </details>
  );
}

/** Names and values in words, however deep they lie. */
export function NestedEntries({ value }: { value: object }) {
  const entries = Object.entries(value).slice(0, MOST_ENTRIES);
  return (
    <ul className="entries">
      {entries.map(([name, each]) => (
        <li key={name}>
          {!Array.isArray(value) && <span className="quiet">{inWords(name)} </span>}
          {typeof each === "object" && each !== null ? (
            <NestedEntries value={each} />
          ) : (
            <span className="foreign">{shown(each, LONG)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Names that alone leave to guess what is meant. */
const NAMES: Readonly<Record<string, string>> = { expires_at: "What its source says is kept until" };

const nameInWords = (name: string): string => NAMES[name] ?? inWords(name);

function inWords(name: string): string {
  const words = name
    .replace(/_(micros|bytes)$/, "")
    .replaceAll("_", " ")
    .replace(/\b(url|id|html|http)\b/g, (short) => short.toUpperCase());
  return capitalised(words);
}
