import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Row, WorkflowMeta } from "../api/types.ts";
import { Absences } from "../detail/Absences.tsx";
import { Evidence } from "../detail/Evidence.tsx";
import { Facts } from "../detail/Facts.tsx";
import { Lineage } from "../detail/Lineage.tsx";
import { Part } from "../detail/Part.tsx";
import { Why } from "../detail/ReadText.tsx";
import { Runs } from "../detail/Runs.tsx";
import { columnValue, insightQuery } from "../detail/rows.ts";
import { isEmpty } from "../detail/Value.tsx";
import { number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";

export function ReviewSide({ workflow, row }: { workflow: WorkflowMeta; row: Row }) {
  return (
    <div className="card review-side" tabIndex={0} role="region" aria-label="About this row">
      <Facts workflow={workflow} row={row} />
      <Absences workflow={workflow} id={row.id} />
      <Missing workflow={workflow} row={row} />
      <Why workflow={workflow} id={row.id} />
      <Evidence workflow={workflow} id={row.id} />
      <Lineage workflow={workflow} id={row.id} from={`${workflow.kebab}/${row.id}`} />
      <Runs workflow={workflow} id={row.id} />
      <SameDomain workflow={workflow} id={row.id} />
    </div>
  );
}

/** What one would expect here and does not find, with the reason. */
function Missing({ workflow, row }: { workflow: WorkflowMeta; row: Row }) {
  const { data } = useQuery(insightQuery(workflow, row.id));
  const labels = workflow.columns
    .filter(({ name, hidden }) => !hidden && isEmpty(columnValue(row, name)))
    .map(({ label }) => label.toLowerCase());
  if (!data || labels.length === 0) return null;
  const names = new Intl.ListFormat("en").format(labels);
  return (
    <p className="quiet review-missing">
      {data.text?.text ? `The page does not say: ${names}.` : `Not known before it is worked on: ${names}.`}
    </p>
  );
}

function SameDomain({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const near = useQuery(insightQuery(workflow, id)).data?.neighbours;
  if (!near) return null;
  const rows = `${near.count_is_capped ? "more than " : ""}${number(near.count)} ${near.count === 1 ? "row" : "rows"}`;
  return (
    <Part title="Same domain">
      <Link href={linkTo(workflow.kebab, { q: `host:${near.domain}` })}>{rows}</Link> of{" "}
      <span className="foreign">{shown(near.domain, 120)}</span>
    </Part>
  );
}
