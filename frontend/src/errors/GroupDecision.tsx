// Deciding about whole groups: how many, in what manner, and what it will take. A number that drifted is shown, not ignored.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ErrorGroup, Job } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import type { Asked } from "./ErrorsPage.tsx";
import { ForecastWords } from "./ForecastWords.tsx";
import { actualOf, GroupTrouble } from "./GroupTrouble.tsx";
import { FIRST, keyOf, type Manner, rowsOf, type Stage, spanWords } from "./groups.ts";
import { MannerChoice } from "./MannerChoice.tsx";
import { type Answered, decideGroup, takeBack, tellTogether } from "./together.ts";

/** One that was refused, with as many rows as match now. */
export interface Refused {
  group: ErrorGroup;
  seen: number;
  error: unknown;
}

interface GroupDecisionProps {
  stages: readonly Stage[];
  status: Asked["status"];
  isOfSeveral: boolean;
  refused: readonly Refused[];
  onRefused: (refused: readonly Refused[]) => void;
  onJobs: (jobs: readonly Job[]) => void;
  onDecided: () => void;
  onClose: () => void;
}

export function GroupDecision({
  stages,
  status,
  isOfSeveral,
  refused,
  onRefused,
  onJobs,
  onDecided,
  onClose,
}: GroupDecisionProps) {
  const client = useQueryClient();
  const [manner, setManner] = useState<Manner>("now");
  const [over, setOver] = useState(900);
  const [done, setDone] = useState<readonly Answered[]>([]);
  const [busy, setBusy] = useState(false);
  const left = stages.flatMap(({ groups }) => groups);
  const inManner = (those: readonly ErrorGroup[]) =>
    rowsOf(manner === "first" ? those.map(({ count }) => ({ count: Math.min(FIRST, count) })) : those);
  const send = async () => {
    setBusy(true);
    const failed: Refused[] = [];
    const answers: Answered[] = [];
    for (const { workflow, groups } of stages)
      for (const group of groups)
        try {
          answers.push({
            workflow,
            decided: await decideGroup(client, workflow, group, status, { manner, over, isToldByCaller: isOfSeveral }),
          });
        } catch (error) {
          failed.push({ group: { ...group, count: actualOf(error) ?? group.count }, seen: group.count, error });
        }
    void client.invalidateQueries({ queryKey: ["errors"] });
    setBusy(false);
    if (answers.length > 0) {
      if (isOfSeveral) tellTogether(client, status, answers);
      setDone([...done, ...answers]);
      onDecided();
    }
    onRefused(failed);
    if (failed.length > 0) return;
    const jobs = answers.flatMap(({ decided }) => decided.job ?? []);
    if (jobs.length > 0) onJobs(jobs);
    else onClose();
  };
  return (
    <form
      className="decision"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
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
        stages.map(({ workflow, groups }) => (
          <ForecastWords key={workflow.name} workflow={workflow} rows={inManner(groups)} isNamed={stages.length > 1} />
        ))
      ) : (
        <p className="quiet">Skipped rows stay in the table and can be reset to New at any time.</p>
      )}
      {done.length > 0 && (
        <p role="status">
          {plural(done.length, "group")} done.{" "}
          <button
            type="button"
            className="text-button"
            onClick={() => {
              setDone([]);
              void takeBack(client, done);
            }}
          >
            Take that back
          </button>
        </p>
      )}
      {refused.map((each) => (
        <GroupTrouble key={keyOf(each.group)} refused={each} />
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
