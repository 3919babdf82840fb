import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useMeta, useOrigins } from "../api/queries.ts";
import type { Preset } from "../api/schema.ts";
import type { ExportFormat, WorkflowMeta } from "../api/types.ts";
import { PinnedCondition } from "../grid/PinnedCondition.tsx";
import { quickFilters } from "../grid/quick.ts";
import { keysOf } from "../text/keysOf.ts";
import { useUrl } from "../text/url.ts";
import { Choice } from "../ui/Choice.tsx";
import { Condition } from "../ui/Condition.tsx";
import { Icon } from "../ui/Icon.tsx";
import { STATES } from "../ui/State.tsx";
import { ColumnChoice } from "./ColumnChoice.tsx";
import {
  type Chosen,
  chosenIn,
  FORMAT_NAMES,
  FORMATS,
  fileIn,
  orderWords,
  PRESETS,
  partsOf,
  readerOf,
} from "./draft.ts";
import { makeExport } from "./jobs.ts";
import { MOST_ROWS, useBestCount, useCount } from "./useCount.ts";

const NOTHING_CHOSEN = {
  status: null,
  q: null,
  origin: null,
  ids: null,
  except: null,
  format: null,
  best: null,
  columns: null,
};

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
            onChange={(event) => change({ ...NOTHING_CHOSEN, workflow: event.target.value })}
          >
            {workflows.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Filter workflow={workflow} chosen={chosenIn(address, STATES)} onChange={change} />
        <Rest key={workflow.name} workflow={workflow} chosen={chosenIn(address, STATES)} refusal={refusal} />
      </div>
    </section>
  );
}

interface FilterProps {
  workflow: WorkflowMeta;
  chosen: Chosen;
  onChange: (change: Record<string, string | null>) => void;
}

function Filter({ workflow, chosen, onChange }: FilterProps) {
  const { user } = useMeta();
  const origins = useOrigins(workflow.name).data?.items ?? [];
  const offered = chosen.ids === null ? quickFilters(workflow.search_fields, user.name) : [];
  const isOffered = offered.some(({ token }) => chosen.search === token);
  const parts = partsOf(chosen, origins, workflow.search_fields, offered).filter(
    ({ name }) => !(name === "q" && isOffered),
  );
  return (
    <div className="export-line" role="group" aria-label="Rows">
      <span>Rows</span>
      <div className="export-filter">
        {parts.map(({ name, words, rest, pinned }) => {
          const remove = () => onChange({ [name]: rest || null });
          return pinned ? (
            <PinnedCondition key={words} pinned={pinned} onRemove={remove} />
          ) : (
            <Condition key={`${name}:${words}`} words={words} onRemove={remove} />
          );
        })}
        {offered.length > 0 && (
          <select
            aria-label="Only rows that"
            value={isOffered ? chosen.search : ""}
            onChange={({ target }) =>
              onChange({ q: isOffered ? target.value || null : `${chosen.search} ${target.value}`.trim() })
            }
          >
            <option value="">{parts.length === 0 ? "Every row" : "and no other condition"}</option>
            {offered.map(({ words, token }) => (
              <option key={token} value={token}>
                {words}
              </option>
            ))}
          </select>
        )}
      </div>
    </div>
  );
}

function Rest({ workflow, chosen, refusal }: { workflow: WorkflowMeta; chosen: Chosen; refusal: string | null }) {
  const client = useQueryClient();
  const isOfPeople = workflow.table === "contacts";
  const [address] = useUrl();
  const [begun] = useState(() => fileIn(address));
  const [format, setFormat] = useState<ExportFormat>(begun.format);
  const [columns, setColumns] = useState<readonly string[] | null>(null);
  const [reader, setReader] = useState<Preset | null | undefined>(begun.isEveryColumn ? null : undefined);
  const [busy, setBusy] = useState(false);
  const [isOnePer, setOnePer] = useState(isOfPeople && begun.isOnePer);
  const [most, setMost] = useState<number | null>(null);
  const preset = isOfPeople ? (reader === undefined ? readerOf(format) : reader) : null;
  const hasNoColumn = preset === null && columns?.length === 0;
  const all = useCount(workflow, chosen, most);
  const best = useBestCount(isOnePer ? { workflow: workflow.name, ...chosen } : null, most);
  const count = isOnePer ? best : all;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const wanted = { workflow: workflow.name, format, columns: preset || !columns ? null : [...columns], preset };
    await makeExport(client, { ...wanted, ...chosen, one_per_business: isOnePer, most_rows: most });
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
        <span aria-hidden="true">How many</span>
        <label className="check">
          At most
          <input
            type="number"
            min={1}
            max={MOST_ROWS}
            placeholder="all"
            value={most ?? ""}
            onChange={({ target }) =>
              setMost(target.value === "" ? null : Math.max(1, Math.trunc(target.valueAsNumber)))
            }
          />
          rows
        </label>
        <small className="quiet">{orderWords({ isOnePer, most, preset })}</small>
      </div>
      {isOfPeople && (
        <div className="export-line">
          <span aria-hidden="true" />
          <label className="check">
            <input type="checkbox" checked={isOnePer} onChange={(event) => setOnePer(event.target.checked)} />
            One contact per business: somebody by name with an e-mail address before an office's, then the surest
          </label>
        </div>
      )}
      {isOfPeople && (
        <label className="export-line">
          <span>Made for</span>
          <select
            value={preset ?? ""}
            onChange={(event) => setReader(keysOf(PRESETS).find((name) => name === event.target.value) ?? null)}
          >
            {keysOf(PRESETS).map((name) => (
              <option key={name} value={name}>
                {PRESETS[name]}
              </option>
            ))}
            <option value="">All columns, by their technical names</option>
          </select>
        </label>
      )}
      {preset === null && (
        <div className="export-line">
          <span aria-hidden="true">Columns</span>
          <ColumnChoice workflow={workflow} chosen={columns} onChange={setColumns} />
        </div>
      )}
      {isOfPeople && (
        <p className="quiet">Only Send checks e-mail addresses: those that were never sent have no verification.</p>
      )}
      <button
        type="submit"
        className="button primary"
        disabled={busy || refusal !== null || hasNoColumn}
        title={refusal ?? (hasNoColumn ? "Choose at least one column" : undefined)}
      >
        <Icon name="download" />
        {busy ? "Starting…" : `Export ${count ?? "…"}`}
      </button>
    </form>
  );
}
