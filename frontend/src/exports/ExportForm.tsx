import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { ExportFormat, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { plural, total } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { useUrl } from "../text/url.ts";
import { Choice } from "../ui/Choice.tsx";
import { Icon } from "../ui/Icon.tsx";
import { STATES } from "../ui/State.tsx";
import { ColumnChoice } from "./ColumnChoice.tsx";
import { type Chosen, chosenIn, columnsOf, FORMAT_NAMES, FORMATS, partsOf } from "./draft.ts";
import { makeExport } from "./jobs.ts";

export function ExportForm({ refusal }: { refusal: string | null }) {
  const { workflows } = useMeta();
  const [address, change] = useUrl();
  const wanted = address.get("workflow");
  const workflow = workflows.find(({ name, kebab }) => name === wanted || kebab === wanted) ?? workflows.at(-1);
  if (!workflow) return null;
  return (
    <section className="card" aria-labelledby="new-export-title">
      <h2 id="new-export-title">New export</h2>
      <div className="export-lines">
        <label className="export-line">
          <span>Workflow</span>
          <select
            value={workflow.name}
            onChange={(event) =>
              change({ workflow: event.target.value, status: null, q: null, origin: null, ids: null, except: null })
            }
          >
            {workflows.map(({ name, code, title }) => (
              <option key={name} value={name}>
                {code} {title}
              </option>
            ))}
          </select>
        </label>
        <Filter chosen={chosenIn(address, STATES)} onDrop={(name) => change({ [name]: null })} />
        <Rest key={workflow.name} workflow={workflow} chosen={chosenIn(address, STATES)} refusal={refusal} />
      </div>
    </section>
  );
}

function Filter({ chosen, onDrop }: { chosen: Chosen; onDrop: (name: string) => void }) {
  const parts = partsOf(chosen);
  return (
    <div className="export-line" role="group" aria-label="Rows">
      <span>Rows</span>
      <div className="export-filter">
        {parts.length === 0 && (
          <p>
            Every row.{" "}
            <span className="quiet">
              To export some only, filter or select them in their tab and choose Export there.
            </span>
          </p>
        )}
        {parts.map(({ name, words }) => (
          <span key={name} className="export-part">
            <span className="foreign">{shown(words, 160)}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={`Without ${shown(words, 60)}`}
              onClick={() => onDrop(name)}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
      </div>
    </div>
  );
}

function Rest({ workflow, chosen, refusal }: { workflow: WorkflowMeta; chosen: Chosen; refusal: string | null }) {
  const client = useQueryClient();
  const names = workflow.columns.map(({ name }) => name);
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [columns, setColumns] = useState<ReadonlySet<string>>(new Set(names));
  const [busy, setBusy] = useState(false);
  const count = useCount(workflow, chosen);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const wanted = { workflow: workflow.name, format, columns: columnsOf(names, columns), preset: null };
    await makeExport(client, { ...wanted, ...chosen });
    setBusy(false);
  };
  return (
    <form className="export-rest" onSubmit={(event) => void submit(event)}>
      <div className="export-line">
        <span aria-hidden="true">Format</span>
        <Choice
          label="Format"
          options={FORMAT_NAMES.map((name) => [name, FORMATS[name]] as const)}
          value={format}
          onChange={setFormat}
        />
      </div>
      <div className="export-line">
        <span aria-hidden="true">Columns</span>
        <ColumnChoice columns={workflow.columns} chosen={columns} onChange={setColumns} />
      </div>
      <button
        type="submit"
        className="button primary"
        disabled={busy || refusal !== null || columns.size === 0}
        title={refusal ?? undefined}
      >
        <Icon name="download" />
        {busy ? "Starting…" : `Export ${count ?? "…"}`}
      </button>
    </form>
  );
}

/** How many rows there will be, in words; the list knows it without any being sent. */
function useCount(workflow: WorkflowMeta, { status, search, origin, ids, exclude_ids }: Chosen): string | null {
  const params = { status_filter: status, search, origin, size: 1 };
  const { data, error } = useQuery({
    queryKey: ["list", workflow.name, params],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/list`, params, signal),
    enabled: ids === null,
    // Rows come and go while the columns are chosen; the button says how many there are now.
    refetchInterval: 10_000,
  });
  if (ids !== null) return plural(ids.length, "row");
  if (error) return "what matches";
  if (!data || data.total === null) return null;
  const rows = Math.max(0, data.total - exclude_ids.length);
  return `${total(rows, data.total_is_estimate)} ${rows === 1 ? "row" : "rows"}`;
}
