// Deciding about a whole group: how many, in what manner, and what it will take. A number that drifted is shown, not ignored.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../api/client.ts";
import { decideMatching } from "../api/decide.ts";
import { useWorkflow } from "../api/queries.ts";
import type { Job, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { JobProgress } from "../ui/JobProgress.tsx";
import type { Asked } from "./ErrorsPage.tsx";
import { actualOf, GroupTrouble } from "./GroupTrouble.tsx";
import { adviceOn, FIRST, filterOf, headline, type Manner, mannerOf, spanWords } from "./groups.ts";
import { MannerChoice } from "./MannerChoice.tsx";

export function GroupDialog({ asked: { group, status }, onClose }: { asked: Asked; onClose: () => void }) {
  const workflow = useWorkflow(group.workflow);
  const [job, setJob] = useState<Job | null>(null);
  const verb = status === "Queued" ? "Retry" : "Skip";
  if (!workflow) return null;
  return (
    <Dialog
      title={
        job ? `${verb}: ${plural(job.total, "row")}` : `${verb} ${plural(group.count, "row")} of ${workflow.title}?`
      }
      onClose={onClose}
    >
      <p className="foreign cause-quote">{shown(headline(group), 400)}</p>
      {job ? (
        <Running job={job} onClose={onClose} />
      ) : (
        <Decision asked={{ group, status }} workflow={workflow} onJob={setJob} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Running({ job, onClose }: { job: Job; onClose: () => void }) {
  return (
    <>
      <JobProgress job={job} />
      <p className="quiet">It goes on when you close this. The History page shows it as well.</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}

interface DecisionProps {
  asked: Asked;
  workflow: WorkflowMeta;
  onJob: (job: Job) => void;
  onClose: () => void;
}

function Decision({ asked: { group, status }, workflow, onJob, onClose }: DecisionProps) {
  const client = useQueryClient();
  const [manner, setManner] = useState<Manner>("now");
  const [over, setOver] = useState(900);
  const [expected, setExpected] = useState(group.count);
  const [trouble, setTrouble] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const rows = manner === "first" ? Math.min(FIRST, expected) : expected;
  const send = async () => {
    setBusy(true);
    try {
      const decided = await decideMatching(client, workflow, status, {
        filter: filterOf(group),
        exclude: [],
        expected,
        ...mannerOf(manner, over),
      });
      void client.invalidateQueries({ queryKey: ["errors"] });
      if (decided.job) onJob(decided.job);
      else onClose();
    } catch (error) {
      setTrouble(error);
      setBusy(false);
      const actual = actualOf(error);
      if (actual !== null) setExpected(actual);
    }
  };
  return (
    <form
      className="decision"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {status === "Queued" && adviceOn(group) && <p>{adviceOn(group)}</p>}
      {status === "Queued" && (
        <MannerChoice rows={expected} manner={manner} over={over} onManner={setManner} onOver={setOver} />
      )}
      {status === "Queued" ? (
        <ForecastWords workflow={workflow} rows={rows} />
      ) : (
        <p className="quiet">Skipped rows stay in the table and can be reset to New at any time.</p>
      )}
      <GroupTrouble error={trouble} seen={group.count} />
      <div className="dialog-actions">
        <button type="button" className="button" autoFocus onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={busy}>
          {status === "Queued" ? "Retry" : "Skip"} {number(rows)}
          {status === "Queued" && manner === "spread" && ` over ${spanWords(over)}`}
        </button>
      </div>
    </form>
  );
}

function ForecastWords({ workflow, rows }: { workflow: WorkflowMeta; rows: number }) {
  const { data } = useQuery({
    queryKey: ["forecast", workflow.name, rows],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/forecast`, { rows }, signal),
  });
  return (
    <p className="quiet">
      {data?.words ?? "Asking how long it will take…"} The attempts made so far stay in the history.
    </p>
  );
}
