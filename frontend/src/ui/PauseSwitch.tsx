import { useQueryClient } from "@tanstack/react-query";
import type { WorkflowMeta } from "../api/types.ts";
import { setPaused } from "../shell/pausing.ts";
import { useRefusal } from "../shell/refusal.ts";
import "./pause-switch.css";

/** On or off, in words as well; the stream tells every browser. */
export function PauseSwitch({
  workflow: { name, title, paused },
}: {
  workflow: Pick<WorkflowMeta, "name" | "title" | "paused">;
}) {
  const client = useQueryClient();
  const refusal = useRefusal("admin");
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={!paused}
      aria-label={`${title}: ${paused ? "paused" : "running"}`}
      disabled={refusal !== null}
      title={refusal ?? undefined}
      onClick={() => void setPaused(client, [name], !paused)}
    >
      <span className="switch-knob" aria-hidden="true" />
      {paused ? "paused" : "running"}
    </button>
  );
}
