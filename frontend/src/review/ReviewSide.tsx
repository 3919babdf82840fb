import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Row, WorkflowMeta } from "../api/types.ts";
import { Evidence } from "../detail/Evidence.tsx";
import { Facts } from "../detail/Facts.tsx";
import { Lineage } from "../detail/Lineage.tsx";
import { Part } from "../detail/Part.tsx";
import { Why } from "../detail/ReadText.tsx";
import { Runs } from "../detail/Runs.tsx";
import { insightQuery } from "../detail/rows.ts";
import { number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";

export function ReviewSide({ workflow, row }: { workflow: WorkflowMeta; row: Row }) {
  return (
    <div className="card review-side" tabIndex={0} role="region" aria-label="About this row">
      <Facts workflow={workflow} row={row} />
      <Why workflow={workflow} id={row.id} />
      <Lineage workflow={workflow} id={row.id} from={`${workflow.kebab}/${row.id}`} />
      <Runs workflow={workflow} id={row.id} />
      <SameDomain workflow={workflow} id={row.id} />
      <Evidence workflow={workflow} id={row.id} />
    </div>
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
