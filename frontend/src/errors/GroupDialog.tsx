// Asking about whole groups: which they are, and what came of it.

import { useState } from "react";
import { useMeta } from "../api/queries.ts";
import type { Job } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { JobProgress } from "../ui/JobProgress.tsx";
import type { Asked } from "./ErrorsPage.tsx";
import { GroupDecision, type Refused } from "./GroupDecision.tsx";
import { adviceOn, headline, keyOf, rowsOf, stagesOf } from "./groups.ts";

interface GroupDialogProps {
  asked: Asked;
  onDecided: () => void;
  onClose: () => void;
}

export function GroupDialog({ asked: { groups, status }, onDecided, onClose }: GroupDialogProps) {
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  const left = refused.length > 0 ? refused.map(({ group }) => group) : groups;
  const stages = stagesOf(left, useMeta().workflows);
  const verb = status === "Queued" ? "Retry" : "Skip";
  const [first, ...others] = stages;
  if (!first) return null;
  const where = others.length > 0 ? plural(stages.length, "workflow") : first.workflow.title;
  return (
    <Dialog title={`${verb} ${plural(rowsOf(left), "row")} of ${where}${jobs.length > 0 ? "" : "?"}`} onClose={onClose}>
      <ul className="cause-quotes">
        {left.map((group) => (
          <li key={keyOf(group)} className="foreign cause-quote">
            {shown(headline(group), 400)}
            {groups.length > 1 && <span className="quiet"> {plural(group.count, "row")}</span>}
            {status === "Queued" && jobs.length === 0 && <span className="quiet cause-advice">{adviceOn(group)}</span>}
          </li>
        ))}
      </ul>
      {jobs.length > 0 ? (
        <Running jobs={jobs} onClose={onClose} />
      ) : (
        <GroupDecision
          stages={stages}
          status={status}
          isOfSeveral={groups.length > 1}
          refused={refused}
          onRefused={setRefused}
          onJobs={setJobs}
          onDecided={onDecided}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function Running({ jobs, onClose }: { jobs: readonly Job[]; onClose: () => void }) {
  return (
    <>
      {jobs.map((job) => (
        <JobProgress key={job.id} job={job} />
      ))}
      <p className="quiet">It goes on when you close this. The History page shows it as well.</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}
