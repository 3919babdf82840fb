// Deciding about whole groups: how many, in what manner, and what it will take. A number that drifted is shown, not ignored.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { decideMatching } from "../api/decide.ts";
import { useMeta } from "../api/queries.ts";
import type { ErrorGroup, Job, WorkflowMeta } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { JobProgress } from "../ui/JobProgress.tsx";
import type { Asked } from "./ErrorsPage.tsx";
import { ForecastWords } from "./ForecastWords.tsx";
import { actualOf, GroupTrouble } from "./GroupTrouble.tsx";
import { adviceOn, FIRST, filterOf, headline, keyOf, type Manner, mannerOf, rowsOf, spanWords } from "./groups.ts";
import { MannerChoice } from "./MannerChoice.tsx";

interface GroupDialogProps {
  asked: Asked;
  onDecided: () => void;
  onClose: () => void;
}

export function GroupDialog({ asked: { groups, status }, onDecided, onClose }: GroupDialogProps) {
  const stages = stagesOf(groups, useMeta().workflows);
  const [job, setJob] = useState<Job | null>(null);
  const verb = status === "Queued" ? "Retry" : "Skip";
  const [first, ...others] = stages;
  if (!first) return null;
  const where = others.length > 0 ? plural(stages.length, "workflow") : first.workflow.title;
  return (
    <Dialog
      title={job ? `${verb}: ${plural(job.total, "row")}` : `${verb} ${plural(rowsOf(groups), "row")} of ${where}?`}
      onClose={onClose}
    >
      <ul className="cause-quotes">
        {groups.map((group) => (
          <li key={keyOf(group)} className="foreign cause-quote">
            {shown(headline(group), 400)}
            {groups.length > 1 && <span className="quiet"> {plural(group.count, "row")}</span>}
          </li>
        ))}
      </ul>
      {job ? (
        <Running job={job} onClose={onClose} />
      ) : (
        <Decision asked={{ groups, status }} onJob={setJob} onDecided={onDecided} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface Stage {
  workflow: WorkflowMeta;
  groups: readonly ErrorGroup[];
}

const stagesOf = (groups: readonly ErrorGroup[], workflows: readonly WorkflowMeta[]): Stage[] =>
  workflows
    .map((workflow) => ({ workflow, groups: groups.filter((each) => each.workflow === workflow.name) }))
    .filter((stage) => stage.groups.length > 0);

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
  onJob: (job: Job) => void;
  onDecided: () => void;
  onClose: () => void;
}

/** One that was refused, with as many rows as match now. */
interface Refused {
  group: ErrorGroup;
  seen: number;
  error: unknown;
}

function Decision({ asked: { groups, status }, onJob, onDecided, onClose }: DecisionProps) {
  const client = useQueryClient();
  const [manner, setManner] = useState<Manner>("now");
  const [over, setOver] = useState(900);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [busy, setBusy] = useState(false);
  const left = refused.length > 0 ? refused.map(({ group }) => group) : groups;
  const stages = stagesOf(left, useMeta().workflows);
  const inManner = (those: readonly ErrorGroup[]) =>
    rowsOf(manner === "first" ? those.map(({ count }) => ({ count: Math.min(FIRST, count) })) : those);
  const send = async () => {
    setBusy(true);
    const failed: Refused[] = [];
    const jobs: Job[] = [];
    for (const { workflow, groups: of } of stages)
      for (const group of of)
        try {
          const matching = { filter: filterOf(group), exclude: [], expected: group.count, ...mannerOf(manner, over) };
          const { job } = await decideMatching(client, workflow, status, matching);
          if (job) jobs.push(job);
        } catch (error) {
          failed.push({ group: { ...group, count: actualOf(error) ?? group.count }, seen: group.count, error });
        }
    void client.invalidateQueries({ queryKey: ["errors"] });
    setRefused(failed);
    setBusy(false);
    if (failed.length < left.length) onDecided();
    if (failed.length > 0) return;
    const [job, ...more] = jobs;
    if (job && more.length === 0) onJob(job);
    else onClose();
  };
  const [only] = groups.length === 1 && status === "Queued" ? groups : [];
  const advice = only ? adviceOn(only) : null;
  return (
    <form
      className="decision"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {advice && <p>{advice}</p>}
      {status === "Queued" && (
        <MannerChoice
          rows={Math.max(...left.map(({ count }) => count))}
          groups={left.length}
          manner={manner}
          over={over}
          onManner={setManner}
          onOver={setOver}
        />
      )}
      {status === "Queued" ? (
        stages.map(({ workflow, groups: of }) => (
          <ForecastWords key={workflow.name} workflow={workflow} rows={inManner(of)} isNamed={stages.length > 1} />
        ))
      ) : (
        <p className="quiet">Skipped rows stay in the table and can be reset to New at any time.</p>
      )}
      {refused.length > 0 && groups.length > 1 && (
        <p>
          {plural(groups.length - refused.length, "group")} done. Still to do:{" "}
          {refused.map(({ group }) => shown(headline(group), 120)).join("; ")}
        </p>
      )}
      {refused.map(({ group, seen, error }) => (
        <GroupTrouble key={keyOf(group)} error={error} seen={seen} />
      ))}
      <div className="dialog-actions">
        <button type="button" className="button" autoFocus onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={busy}>
          {status === "Queued" ? "Retry" : "Skip"} {number(inManner(left))}
          {status === "Queued" && manner === "spread" && ` over ${spanWords(over)}`}
        </button>
      </div>
    </form>
  );
}
