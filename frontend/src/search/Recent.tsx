import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { Row, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { columnValue, titleOf } from "../detail/rows.ts";
import { isEmpty, Value } from "../detail/Value.tsx";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";
import { Answer } from "../ui/Answer.tsx";
import { Moment } from "../ui/Moment.tsx";
import { StateMark } from "../ui/State.tsx";
import { firstWorkflow } from "./firstWorkflow.ts";

const MOST = 8;
const KINDS = ["number", "money_micros", "score"];

/** The latest searches, live as any list. */
export function Recent() {
  const first = firstWorkflow(useMeta());
  return first ? <RecentRows workflow={first} /> : null;
}

function RecentRows({ workflow }: { workflow: WorkflowMeta }) {
  const query = { size: MOST, with_total: false };
  const recent = useQuery({
    queryKey: ["list", workflow.name, query],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/list`, query, signal),
  });
  const places = useMeta().workflows.find(
    ({ name, groups }) => workflow.next.includes(name) && groups.includes("source"),
  );
  const columns = workflow.columns
    .filter(({ name, kind, hidden }) => !hidden && name !== workflow.title_column && KINDS.includes(kind))
    .slice(0, 4);
  return (
    <section className="recent" aria-labelledby="recent">
      <h2 id="recent">Recent searches</h2>
      <Answer query={recent} what="the latest searches">
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">None yet. The first one appears here as soon as it is started.</p>
          ) : (
            <div className="card recent-table" tabIndex={0} role="group" aria-labelledby="recent">
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">Search</th>
                    <th scope="col">State</th>
                    {columns.map(({ name, label }) => (
                      <th key={name} scope="col" className="number">
                        {label}
                      </th>
                    ))}
                    <th scope="col">Updated</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((row) => (
                    <RecentRow key={row.id} row={row} workflow={workflow} columns={columns} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Answer>
      <p>
        <Link href={linkTo(workflow.kebab)}>All {workflow.title.toLowerCase()}</Link>
        {places && (
          <>
            {" · "}
            <Link href={linkTo(places.kebab, { group: "source" })}>
              How many {places.title.toLowerCase()} each source brought
            </Link>
          </>
        )}
      </p>
    </section>
  );
}

function RecentRow({ row, workflow, columns }: { row: Row; workflow: WorkflowMeta; columns: WorkflowMeta["columns"] }) {
  return (
    <tr>
      <td>
        <Link href={`/follow/${workflow.table}:${row.id}`} className="foreign recent-link">
          {shown(titleOf(workflow, row), 120)}
        </Link>{" "}
        <span className="quiet foreign">{shown(columnValue(row, "source") ?? "", 40)}</span>
      </td>
      <td>
        <StateMark state={row.state} />
      </td>
      {columns.map(({ name, kind, label }) => (
        <td key={name} className="number">
          {isEmpty(columnValue(row, name)) ? (
            <span className="quiet">—</span>
          ) : (
            <Value value={columnValue(row, name)} kind={kind} label={label} />
          )}
        </td>
      ))}
      <td>
        <Moment at={row.updated_at} />
      </td>
    </tr>
  );
}
