import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { useMeta, useOverview } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { MapButton } from "../map/MapSlot.tsx";
import { setPaused } from "../shell/pausing.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number } from "../text/numbers.ts";
import { stepOf } from "../text/step.ts";
import { Icon } from "../ui/Icon.tsx";
import { OriginChoice } from "./OriginChoice.tsx";
import type { Grid } from "./useGrid.ts";

export function Head({ grid, onReview, onExport }: { grid: Grid; onReview: () => void; onExport: () => void }) {
  const { print } = useKeyMap();
  const { workflow } = grid;
  const { user } = useMeta();
  return (
    <header className="grid-head">
      <div className="grid-name">
        <h1 title={workflow.purpose}>
          {workflow.title} <span className="code">step {stepOf(workflow)}</span>
        </h1>
        <Pace workflow={workflow} />
      </div>
      <OriginChoice grid={grid} />
      <div className="grid-buttons">
        <button type="button" className="button" onClick={onReview} title="One row after the other">
          <Icon name="star" />
          Review <kbd>{print("review")}</kbd>
        </button>
        <MapButton workflow={workflow} />
        <PauseButton workflow={workflow} />
        <Link
          className="button"
          href={`/import?for=${workflow.name}`}
          title="Rows from a file; or drop one on the page"
        >
          <Icon name="upload" />
          Import
        </Link>
        {user.may_export && (
          <button type="button" className="button" onClick={onExport} title="Export what is filtered or selected">
            <Icon name="download" />
            Export
          </button>
        )}
      </div>
    </header>
  );
}

function Pace({ workflow }: { workflow: WorkflowMeta }) {
  const overview = useOverview().data?.workflows.find(({ name }) => name === workflow.name);
  return (
    <p className="grid-pace quiet">
      {workflow.paused && (
        <span className="paused-mark">
          <Icon name="pause" />
          paused{workflow.changed_by ? ` by ${workflow.changed_by}` : ""}
        </span>
      )}
      {overview && (
        <span>
          {!workflow.paused && `${number(Math.round(overview.per_minute))}/min · `}
          {number(overview.counts.Queued)} in queue
        </span>
      )}
    </p>
  );
}

function PauseButton({ workflow }: { workflow: WorkflowMeta }) {
  const client = useQueryClient();
  const { name, title, paused } = workflow;
  const reason = useRefusal("admin");
  return (
    <button
      type="button"
      className="button"
      disabled={reason !== null}
      title={reason ?? (paused ? `Let workers take ${title} rows again` : `Workers take no more ${title} rows`)}
      onClick={() => void setPaused(client, [name], !paused)}
    >
      <Icon name={paused ? "play" : "pause"} />
      {paused ? "Resume" : "Pause"}
    </button>
  );
}
