// One row on a page of its own: the same parts as the drawer, side by side.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { decideIds } from "../api/decide.ts";
import { useMeta } from "../api/queries.ts";
import type { Settable, WorkflowMeta } from "../api/types.ts";
import { useKeys } from "../keys/useKeys.ts";
import { RowMarks } from "../marks/RowMarks.tsx";
import { useRoleRefusal } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { linkTo, useGo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { Notice } from "../ui/Notice.tsx";
import { Absences } from "./Absences.tsx";
import { Changes } from "./Changes.tsx";
import { Evidence } from "./Evidence.tsx";
import { Lineage } from "./Lineage.tsx";
import { PartRank } from "./Part.tsx";
import { ReadText, Why } from "./ReadText.tsx";
import { RowData } from "./RowData.tsx";
import { RowHead } from "./RowHead.tsx";
import { Runs } from "./Runs.tsx";
import { type RowDetail, rowQuery, titleOf } from "./rows.ts";
import { Sent } from "./Sent.tsx";
import { WayBack } from "./WayBack.tsx";
import "./detail.css";

export default function DetailPage({ kebab, id }: { kebab: string; id: string }) {
  const go = useGo();
  const workflow = useMeta().workflows.find((each) => each.kebab === kebab);
  if (!workflow) {
    return (
      <main id="main" className="pane">
        <h1>Not found</h1>
        <Notice title="There is no such tab." action={{ label: "To the overview", run: () => go("/") }} />
      </main>
    );
  }
  return <RowPage workflow={workflow} id={id} />;
}

function RowPage({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const go = useGo();
  const client = useQueryClient();
  const refusal = useRoleRefusal("curator");
  const { data: row, error, refetch } = useQuery(rowQuery(workflow, id));
  const toTab = () => go(linkTo(workflow.kebab));
  const decide = (status: Settable) => {
    if (!refusal) void decideIds(client, workflow, [id], status);
  };
  useKeys({
    queue: () => decide("Queued"),
    skip: () => decide("Skipped"),
    reset: () => decide("New"),
    back: () => (history.length > 1 ? history.back() : toTab()),
  });
  return (
    <main id="main" className="pane detail-page">
      <nav className="detail-crumbs" aria-label="Where this is">
        <Link className="way-back" href={linkTo(workflow.kebab)}>
          <Icon name="left" />
          {workflow.title}
        </Link>
        <WayBack />
      </nav>
      <h1 className="foreign">{row ? shown(titleOf(workflow, row), 300) : error ? "Not here" : "Loading…"}</h1>
      {error && !row && <Notice title={error.message} action={{ label: "Try again", run: () => void refetch() }} />}
      {row && <RowColumns workflow={workflow} row={row} onGone={toTab} />}
    </main>
  );
}

function RowColumns({ workflow, row, onGone }: { workflow: WorkflowMeta; row: RowDetail; onGone: () => void }) {
  const { id } = row;
  return (
    <PartRank value="h2">
      <div className="detail-columns">
        <div className="card">
          <RowHead workflow={workflow} row={row} onGone={onGone} />
          <RowMarks workflow={workflow} row={row} />
          <Sent workflow={workflow} id={id} />
          <Absences workflow={workflow} id={id} />
          <Evidence workflow={workflow} id={id} />
          <ReadText workflow={workflow} id={id} />
          <RowData workflow={workflow} row={row} />
        </div>
        <div className="card">
          <Lineage workflow={workflow} id={id} from={`${workflow.kebab}/${id}`} />
          <Why workflow={workflow} id={id} />
          <Runs workflow={workflow} id={id} />
          <Changes workflow={workflow} id={id} />
        </div>
      </div>
    </PartRank>
  );
}
