// The way back to the page of a search, from where the day begins.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { columnValue, titleOf } from "../detail/rows.ts";
import { firstWorkflow } from "../search/firstWorkflow.ts";
import { shown } from "../text/shown.ts";
import { Moment } from "../ui/Moment.tsx";

const MOST = 5;

export function RecentLinks() {
  const first = firstWorkflow(useMeta());
  return first ? <Links workflow={first} /> : null;
}

function Links({ workflow }: { workflow: WorkflowMeta }) {
  const query = { size: MOST, with_total: false };
  const { data } = useQuery({
    queryKey: ["list", workflow.name, query],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/list`, query, signal),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <nav className="card recent-links" aria-label="Recent searches">
      <h2>Recent searches</h2>
      <ul>
        {data.items.map((row) => (
          <li key={row.id}>
            <Link href={`/follow/${workflow.table}:${row.id}`} className="foreign">
              {shown(titleOf(workflow, row), 80)}
            </Link>
            {data.items.some((other) => other !== row && titleOf(workflow, other) === titleOf(workflow, row)) && (
              <small className="quiet">
                {" "}
                {shown(columnValue(row, "source"), 20)}, <Moment at={row.created_at} />
              </small>
            )}
          </li>
        ))}
        <li>
          <Link href="/search">All, or a new one</Link>
        </li>
      </ul>
    </nav>
  );
}
