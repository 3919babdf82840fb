// One row beside the grid. It follows the active row and stays as wide as it was left.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "wouter";
import type { WorkflowMeta } from "../api/types.ts";
import { RowMarks } from "../marks/RowMarks.tsx";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { Notice } from "../ui/Notice.tsx";
import { Absences } from "./Absences.tsx";
import { Changes } from "./Changes.tsx";
import { Evidence } from "./Evidence.tsx";
import { Lineage } from "./Lineage.tsx";
import { ReadText, Why } from "./ReadText.tsx";
import { RowData } from "./RowData.tsx";
import { RowHead } from "./RowHead.tsx";
import { Runs } from "./Runs.tsx";
import { rowQuery, titleOf } from "./rows.ts";
import { Sent } from "./Sent.tsx";
import { Separator, useWidth } from "./width.tsx";
import "./detail.css";

export function Drawer({ workflow, id, onClose }: { workflow: WorkflowMeta; id: string; onClose: () => void }) {
  const { data: row, error, refetch } = useQuery(rowQuery(workflow, id));
  const [width, setWidth] = useWidth();
  const heading = useId();
  const from = `${workflow.kebab}/${id}`;
  return (
    <aside className="drawer" role="region" aria-labelledby={heading} style={{ width: `${width}px` }}>
      <Separator width={width} onWidth={setWidth} />
      <header className="drawer-head">
        <h2 id={heading} className="foreign">
          {row ? shown(titleOf(workflow, row), 300) : error ? "Not here" : "Loading…"}
        </h2>
        <Link
          href={`/w/${workflow.kebab}/${id}`}
          className="icon-button"
          aria-label="Open as a page"
          title="Open as a page"
        >
          <Icon name="external" />
        </Link>
        <button type="button" className="icon-button" aria-label="Close details" title="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="drawer-body" tabIndex={0} role="group" aria-labelledby={heading}>
        {error && !row && <Notice title={error.message} action={{ label: "Try again", run: () => void refetch() }} />}
        {row && (
          <>
            <RowHead workflow={workflow} row={row} onGone={onClose} />
            <RowMarks workflow={workflow} row={row} />
            <Sent workflow={workflow} id={id} />
            <Absences workflow={workflow} id={id} />
            <Evidence workflow={workflow} id={id} />
            <Lineage workflow={workflow} id={id} from={from} />
            <Runs workflow={workflow} id={id} />
            <Changes workflow={workflow} id={id} />
            <Why workflow={workflow} id={id} />
            <ReadText workflow={workflow} id={id} />
            <RowData key={id} workflow={workflow} row={row} />
          </>
        )}
      </div>
    </aside>
  );
}
