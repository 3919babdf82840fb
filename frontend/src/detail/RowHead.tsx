import { Link } from "wouter";
import type { WorkflowMeta } from "../api/types.ts";
import { Actions } from "./Actions.tsx";
import { Facts } from "./Facts.tsx";
import { type RowDetail, urlOf } from "./rows.ts";
import { Address } from "./Value.tsx";

/** What can be corrected stands with the facts, and nothing is told twice. */
const isAmongFacts = ({ columns, url_column }: WorkflowMeta): boolean =>
  columns.some(({ name, is_editable }) => name === url_column && is_editable);

/** Link, actions and facts: what stands first in the drawer and on the page. */
export function RowHead({ workflow, row, onGone }: { workflow: WorkflowMeta; row: RowDetail; onGone: () => void }) {
  const url = isAmongFacts(workflow) ? null : urlOf(workflow, row);
  return (
    <div className="row-head">
      {url && (
        <p className="row-link">
          <Address url={url} what="address" />
        </p>
      )}
      {workflow.table === "place_searches" && (
        <p>
          <Link href={`/follow/${workflow.table}:${row.id}`}>How far this search is, stage by stage</Link>
        </p>
      )}
      <Actions workflow={workflow} row={row} onGone={onGone} />
      <Facts workflow={workflow} row={row} detail={row} />
    </div>
  );
}
