import { useState } from "react";
import { put } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { Message, WorkflowMeta } from "../api/types.ts";
import { useOffline } from "../live/useLive.ts";
import { problem, toast } from "./Toasts.tsx";
import "./pause-switch.css";

export async function setPaused(workflow: Pick<WorkflowMeta, "name">, paused: boolean): Promise<void> {
  try {
    const { message } = await put<Message>(`/workflows/${workflow.name}/paused/${paused}`);
    toast(message, { action: { label: "Undo", run: () => void setPaused(workflow, !paused) } });
  } catch (error) {
    problem(error instanceof Error ? error.message : String(error));
  }
}

/** On or off, in words as well; the stream tells every browser. */
export function PauseSwitch({ workflow }: { workflow: Pick<WorkflowMeta, "name" | "title" | "paused"> }) {
  const [busy, setBusy] = useState(false);
  const offline = useOffline();
  const mayPause = useMeta().user.role === "admin";
  const flip = async () => {
    setBusy(true);
    await setPaused(workflow, !workflow.paused);
    setBusy(false);
  };
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={!workflow.paused}
      aria-label={`${workflow.title}: ${workflow.paused ? "paused" : "running"}`}
      disabled={busy || offline !== null || !mayPause}
      title={offline ?? (mayPause ? undefined : "Only an administrator pauses workflows.")}
      onClick={() => void flip()}
    >
      <span className="switch-knob" aria-hidden="true" />
      {workflow.paused ? "paused" : "running"}
    </button>
  );
}
