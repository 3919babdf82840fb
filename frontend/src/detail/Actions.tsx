// What can be done with one row, as its state allows.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { decideIds } from "../api/decide.ts";
import { useMeta } from "../api/queries.ts";
import { aimOf, recipients, verbOf } from "../api/sending.ts";
import type { Settable, State, WorkflowMeta } from "../api/types.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { leaveAlone } from "../privacy/leaveAlone.ts";
import { useRefusal, useRoleRefusal } from "../shell/refusal.ts";
import { safeHref, shown } from "../text/shown.ts";
import { useGo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { toast } from "../ui/Toasts.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import type { RowDetail } from "./rows.ts";
import { urlOf } from "./rows.ts";
import { StopWork } from "./StopWork.tsx";

interface ActionsProps {
  workflow: WorkflowMeta;
  row: RowDetail;
  onGone: () => void;
}

const QUEUE: Record<State, string | null> = {
  New: "",
  Queued: null,
  Processing: null,
  Complete: " again",
  Error: " again",
  Skipped: "",
};

export function Actions({ workflow, row, onGone }: ActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const refusal = useRefusal("curator");
  const more = QUEUE[row.state];
  const to = recipients(workflow, useMeta());
  const others = leaveAlone(workflow, row, useGo());
  return (
    <div className="row-actions">
      <span className="row-decisions">
        {more !== null && (
          <Decide
            workflow={workflow}
            row={row}
            status="Queued"
            words={row.state === "Error" && !to ? "Retry" : `${verbOf("Queued", workflow)}${more}`}
            aim={aimOf(workflow, to)}
          />
        )}
        {row.state === "Processing" && <StopWork workflow={workflow} id={row.id} />}
        {row.state !== "Skipped" && row.state !== "Processing" && (
          <Decide workflow={workflow} row={row} status="Skipped" words="Skip" />
        )}
        {row.state !== "New" && row.state !== "Processing" && (
          <Decide workflow={workflow} row={row} status="New" words="Reset" />
        )}
      </span>
      <span className="row-decisions">
        <OpenPage url={urlOf(workflow, row)} />
        <CopyLink workflow={workflow} id={row.id} />
        {refusal === null && others.length > 0 && (
          <Menu label="Never contact again" className="icon-button" items={others}>
            <Icon name="shield" />
          </Menu>
        )}
        <button
          type="button"
          className="icon-button danger-icon"
          aria-label="Delete this row"
          title={refusal ?? "Delete this row"}
          disabled={refusal !== null}
          onClick={() => setDeleting(true)}
        >
          <Icon name="trash" />
        </button>
      </span>
      {isDeleting && <DeleteDialog workflow={workflow} row={row} onClose={() => setDeleting(false)} onGone={onGone} />}
      {refusal && <p className="quiet refusal-why">{refusal}</p>}
      {more !== null && row.refusal && (
        <p className="problem refusal-why">
          <span className="foreign">{shown(row.refusal, 300)}</span> <Link href="/privacy">Suppression list</Link>
        </p>
      )}
    </div>
  );
}

function Decide({
  workflow,
  row,
  status,
  words,
  aim,
}: {
  workflow: WorkflowMeta;
  row: RowDetail;
  status: Settable;
  words: string;
  aim?: string;
}) {
  const client = useQueryClient();
  const isFirst = status === "Queued";
  const mayNot = useRoleRefusal("curator");
  const refusal = mayNot ?? (isFirst ? row.refusal : null);
  const { print } = useKeyMap();
  const key = { Queued: "queue", Skipped: "skip", New: "reset" } as const;
  return (
    <button
      type="button"
      className={isFirst && !row.refusal ? "button primary" : "button"}
      disabled={refusal !== null}
      title={refusal ?? aim}
      onClick={() => void decideIds(client, workflow, [row.id], status)}
    >
      {isFirst && <Icon name="bolt" />}
      {words} <kbd>{print(key[status])}</kbd>
    </button>
  );
}

function OpenPage({ url }: { url: string | null }) {
  const href = safeHref(url);
  if (!href) return null;
  return (
    <a className="button" href={href} target="_blank" rel="noopener noreferrer nofollow" title={`Open ${href}`}>
      <Icon name="external" />
      Open page
    </a>
  );
}

function CopyLink({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}/w/${workflow.kebab}/${id}`);
    toast("The link to this row is on the clipboard.", { seconds: 3 });
  };
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Copy link to this row"
      title="Copy link to this row"
      onClick={() => void copy()}
    >
      <Icon name="link" />
    </button>
  );
}
