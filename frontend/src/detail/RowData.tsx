// Every readable column, the correctable ones with a pen, and the whole as JSON.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMeta } from "../api/queries.ts";
import type { ColumnMeta, WorkflowMeta } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { Copy } from "../ui/Copy.tsx";
import { Icon } from "../ui/Icon.tsx";
import { EditValue } from "./EditValue.tsx";
import { guessedKind } from "./edits.ts";
import { Part } from "./Part.tsx";
import { changesQuery, columnValue, type RowDetail } from "./rows.ts";
import { Value } from "./Value.tsx";

const LONG = 400;

export function RowData({ workflow, row }: { workflow: WorkflowMeta; row: RowDetail }) {
  const columns = new Map(workflow.columns.map((column) => [column.name, column]));
  const names = [...new Set([...columns.keys(), ...Object.keys(row.row)])];
  return (
    <Part title="Data">
      <dl className="data">
        {names.map((name) => (
          <Datum key={name} name={name} column={columns.get(name)} workflow={workflow} row={row} />
        ))}
      </dl>
      <details className="raw">
        <summary>Raw JSON</summary>
        <RawJson value={row} />
      </details>
    </Part>
  );
}

interface DatumProps {
  name: string;
  column: ColumnMeta | undefined;
  workflow: WorkflowMeta;
  row: RowDetail;
}

function Datum({ name, column, workflow, row }: DatumProps) {
  const [isEditing, setEditing] = useState(false);
  const refusal = useRefusal("curator");
  const value = columnValue(row, name);
  const label = column?.label ?? inWords(name);
  const kind = column?.kind ?? guessedKind(name, value);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {isEditing && column ? (
          <EditValue workflow={workflow} id={row.id} column={column} value={value} onDone={() => setEditing(false)} />
        ) : (
          <span className="datum">
            {isLong(value) ? (
              <LongValue value={value} label={label} />
            ) : (
              <Value value={value} kind={kind} label={label} />
            )}
            {column?.is_editable && refusal === null && (
              <button
                type="button"
                className="icon-button"
                aria-label={`Correct ${label}`}
                title={`Correct ${label}`}
                onClick={() => setEditing(true)}
              >
                <Icon name="edit" />
              </button>
            )}
          </span>
        )}
        {row.edited_fields.includes(name) && <Corrected workflow={workflow} id={row.id} field={name} />}
      </dd>
    </div>
  );
}

function Corrected({ workflow, id, field }: { workflow: WorkflowMeta; id: string; field: string }) {
  const me = useMeta().user.name;
  const { data } = useQuery(changesQuery(workflow, id));
  const who = data?.find((change) => change.field === field)?.made_by;
  return (
    <span className="corrected">
      <Icon name="check" />
      corrected by {who === me ? "you" : shown(who ?? "a person")}, workers leave it alone
    </span>
  );
}

function inWords(name: string): string {
  const words = name.replaceAll("_", " ").replace(/\b(url|id|html|http)\b/g, (short) => short.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isLong(value: unknown): boolean {
  return (
    (typeof value === "string" && value.length > LONG) ||
    (value !== null && typeof value === "object" && JSON.stringify(value).length > LONG)
  );
}

function LongValue({ value, label }: { value: unknown; label: string }) {
  return (
    <details className="raw">
      <summary>
        {Array.isArray(value)
          ? `${value.length} entries`
          : typeof value === "string"
            ? `${value.length.toLocaleString()} characters`
            : "Show"}
        <span className="visually-hidden"> of {label}</span>
      </summary>
      {typeof value === "string" ? (
        <pre className="foreign" tabIndex={0} role="region" aria-label={label}>
          {shown(value, 20_000)}
        </pre>
      ) : (
        <RawJson value={value} />
      )}
    </details>
  );
}

function RawJson({ value }: { value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <div className="raw-json">
      <Copy text={text} what="JSON" />
      <pre className="foreign" tabIndex={0} role="region" aria-label="JSON">
        {shown(text, 40_000)}
      </pre>
    </div>
  );
}
