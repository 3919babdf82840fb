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
import { headline, keyOf, rowsOf, stagesOf } from "./groups.ts";

interface GroupDialogProps {
  asked: Asked;
  onDecided: () => void;
  onClose: () => void;
}

export function GroupDialog({ asked: { groups, status }, onDecided, onClose }: GroupDialogProps) {
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [job, setJob] = useState<Job | null>(null);
  const left = refused.length > 0 ? refused.map(({ group }) => group) : groups;
  const stages = stagesOf(left, useMeta().workflows);
  const verb = status === "Queued" ? "Retry" : "Skip";
  const [first, ...others] = stages;
  if (!first) return null;
  const where = others.length > 0 ? plural(stages.length, "workflow") : first.workflow.title;
  return (
    <Dialog
      title={job ? `${verb}: ${plural(job.total, "row")}` : `${verb} ${plural(rowsOf(left), "row")} of ${where}?`}
      onClose={onClose}
    >
      <ul className="cause-quotes">
        {left.map((group) => (
          <li key={keyOf(group)} className="foreign cause-quote">
            {shown(headline(group), 400)}
            {groups.length > 1 && <span className="quiet"> {plural(group.count, "row")}</span>}
          </li>
        ))}
      </ul>
      {job ? (
        <Running job={job} onClose={onClose} />
      ) : (
        <GroupDecision
          stages={stages}
          status={status}
          isOfSeveral={groups.length > 1}
          refused={refused}
          onRefused={setRefused}
          onJob={setJob}
          onDecided={onDecided}
          onClose={onClose}
        />
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
