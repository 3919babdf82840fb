// What the row is: its state, what went wrong, and its shown columns.
import { useQuery } from "@tanstack/react-query";
import { useMeta } from "../api/queries.ts";
import type { ColumnKind, ColumnMeta, Detail, Row, WorkflowMeta } from "../api/types.ts";
import { adviceOn } from "../errors/groups.ts";
import { shown } from "../text/shown.ts";
import { LOOKS, StateMark } from "../ui/State.tsx";
import { Datum } from "./Datum.tsx";
import { Remedy } from "./Remedy.tsx";
import { changesQuery, columnValue, correctedSince, type RowDetail, toldOf } from "./rows.ts";
import { isEmpty, Value } from "./Value.tsx";

/** A row of the list or of the detail, which knows of the table's other workflows. */
type FactRow = Row & { states?: Detail["states"] };

/** In the details each can be corrected where it stands; one that is missing is named there, so that it can be given. */
export function Facts({ workflow, row, detail }: { workflow: WorkflowMeta; row: FactRow; detail?: RowDetail }) {
  const facts = workflow.columns.filter((column) => isFact(workflow, column, row, detail !== undefined));
  const { data: changes } = useQuery({ ...changesQuery(workflow, row.id), enabled: Boolean(detail && row.error) });
  const corrected = correctedSince(workflow, row, changes ?? []);
  const advice = corrected
    ? `That was before somebody corrected ${corrected}. Retry to work with what it is now.`
    : row.error && adviceOn(row);
  return (
    <>
      <dl className="facts">
        <div>
          <dt>State</dt>
          <dd title={LOOKS[row.state].hint}>
            <StateMark
              state={row.state}
              outcome={row.error && row.state !== "Queued" ? null : row.outcome}
              words={workflow.outcomes}
            />
          </dd>
        </div>
        {facts.map((column) => (
          <div
            key={column.name}
            className={isWide(column.kind, columnValue(row, column.name)) ? "facts-wide" : undefined}
          >
            <dt>{column.label}</dt>
            <dd>
              {detail ? (
                <Datum key={row.id} column={column} workflow={workflow} row={detail} />
              ) : (
                <Value value={toldOf(row, column.name)} kind={column.kind} label={column.label} />
              )}
            </dd>
          </div>
        ))}
        <OtherStates workflow={workflow} row={row} />
      </dl>
      {row.error && (
        <p className={`row-error foreign ${corrected ? "is-past" : ""}`} role="note">
          {corrected ? <del>{shown(row.error, 800)}</del> : shown(row.error, 800)}
          {advice && <span className="quiet row-advice">{advice}</span>}
          {detail && !corrected && row.outcome === "dns" && <Remedy workflow={workflow} id={row.id} />}
        </p>
      )}
      {row.state !== "Complete" && row.state !== "Skipped" && !row.error && row.outcome && (
        <p className="row-outcome quiet">
          Outcome: <span className="foreign">{shown(row.outcome.replaceAll("_", " "), 200)}</span>
        </p>
      )}
    </>
  );
}

/** What stands above as the heading or the link is not told again, unless it can be corrected. */
function isFact(
  { title_column, url_column }: WorkflowMeta,
  { name, is_editable }: ColumnMeta,
  row: FactRow,
  isDetail: boolean,
): boolean {
  if (isDetail && is_editable) return true;
  // In whole sentences below.
  if (name.endsWith("_absence")) return false;
  return name !== title_column && name !== url_column && !isEmpty(columnValue(row, name));
}

const NARROW = 20;
const isWide = (kind: ColumnKind, value: unknown): boolean =>
  kind === "url" || (typeof value === "string" && kind !== "moment" && value.length > NARROW);

/** A table may have several workflows; each has its own opinion of the row. */
function OtherStates({ workflow, row }: { workflow: WorkflowMeta; row: FactRow }) {
  const { workflows } = useMeta();
  const others = workflows.filter(({ name }) => name !== workflow.name && row.states?.[name]);
  return others.map(({ name, title }) => (
    <div key={name}>
      <dt>{title}</dt>
      <dd>
        <StateMark state={row.states?.[name] ?? null} />
      </dd>
    </div>
  ));
}
