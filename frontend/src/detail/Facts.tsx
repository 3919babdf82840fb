// What the row is: both statuses in words, what went wrong, and its shown columns.
import { useMeta } from "../api/queries.ts";
import type { ColumnKind, Detail, Row, WorkflowMeta } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { LOOKS, StateMark } from "../ui/State.tsx";
import { columnValue } from "./rows.ts";
import { isEmpty, Value } from "./Value.tsx";

/** A row of the list or of the detail, which knows of the table's other workflows. */
type FactRow = Row & { states?: Detail["states"] };

export function Facts({ workflow, row }: { workflow: WorkflowMeta; row: FactRow }) {
  const facts = workflow.columns.filter(
    ({ name }) => name !== workflow.title_column && name !== workflow.url_column && !isEmpty(columnValue(row, name)),
  );
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Curation</dt>
          <dd title={LOOKS[row.curation_status].hint}>
            <StateMark state={row.curation_status} />
          </dd>
        </div>
        <div>
          <dt>Processing</dt>
          <dd title={row.processing_status ? LOOKS[row.processing_status].hint : "not begun"}>
            <StateMark state={row.processing_status} />
          </dd>
        </div>
        {facts.map(({ name, label, kind }) => (
          <div key={name} className={isWide(kind, columnValue(row, name)) ? "facts-wide" : undefined}>
            <dt>{label}</dt>
            <dd>
              <Value value={columnValue(row, name)} kind={kind} label={label} />
            </dd>
          </div>
        ))}
        <OtherStates workflow={workflow} row={row} />
      </dl>
      {row.error && (
        <p className="row-error foreign" role="note">
          {shown(row.error, 800)}
        </p>
      )}
      {!row.error && row.outcome && (
        <p className="row-outcome quiet">
          Outcome: <span className="foreign">{shown(row.outcome.replaceAll("_", " "), 200)}</span>
        </p>
      )}
    </>
  );
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
