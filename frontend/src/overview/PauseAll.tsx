import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Overview } from "../api/types.ts";
import { setAllPaused } from "../shell/pausing.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number, plural } from "../text/numbers.ts";
import { Icon } from "../ui/Icon.tsx";
import { Question } from "../ui/Question.tsx";

export function PauseAll({ overview }: { overview: Overview }) {
  const [asked, setAsked] = useState<"pause" | "resume" | null>(null);
  const refusal = useRefusal("admin");
  const running = overview.workflows.filter((each) => !each.paused);
  const paused = overview.workflows.filter((each) => each.paused);
  return (
    <>
      {paused.length > 0 && (
        <button
          type="button"
          className="button"
          disabled={refusal !== null}
          title={refusal ?? undefined}
          onClick={() => setAsked("resume")}
        >
          <Icon name="play" />
          Resume all
        </button>
      )}
      {running.length > 0 && (
        <button
          type="button"
          className="button"
          disabled={refusal !== null}
          title={refusal ?? undefined}
          onClick={() => setAsked("pause")}
        >
          <Icon name="pause" />
          Pause all
        </button>
      )}
      {asked === "pause" && <Confirm pausing of={running} onClose={() => setAsked(null)} />}
      {asked === "resume" && <Confirm pausing={false} of={paused} onClose={() => setAsked(null)} />}
    </>
  );
}

function Confirm({ pausing, of, onClose }: { pausing: boolean; of: Overview["workflows"]; onClose: () => void }) {
  const client = useQueryClient();
  const waiting = of.reduce((sum, each) => sum + each.counts.Queued, 0);
  const working = of.reduce((sum, each) => sum + each.counts.Processing, 0);
  const words = pausing
    ? `No worker takes a new row. ${plural(working, "row")} in work will be finished and ${number(waiting)} in queues will wait.`
    : `Workers take rows again; ${plural(waiting, "waits", "wait")} in these queues.`;
  const names = of.map(({ name }) => name);
  const go = () => void setAllPaused(client, names, pausing);
  return (
    <Question
      title={`${pausing ? "Pause" : "Resume"} ${plural(of.length, "workflow")}?`}
      verb={pausing ? "Pause all" : "Resume all"}
      onDo={go}
      onClose={onClose}
    >
      <p className="quiet">{words}</p>
    </Question>
  );
}
