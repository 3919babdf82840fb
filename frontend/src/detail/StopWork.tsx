// Work that is under way can be stopped.
import { useQueryClient } from "@tanstack/react-query";
import { post } from "../api/client.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { useRefusal } from "../shell/refusal.ts";
import { Icon } from "../ui/Icon.tsx";
import { problem, toast } from "../ui/Toasts.tsx";

/** The worker gives the row up at once; what it finds later is not kept. */
export function StopWork({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const stop = async () => {
    try {
      await post(`${pathOf(workflow)}/${id}/stop`);
      toast("Stopped. The row is New again.");
    } catch (error) {
      problem(error instanceof Error ? error.message : String(error));
    }
    void client.invalidateQueries({ queryKey: ["row", workflow.name, id] });
    void client.invalidateQueries({ queryKey: ["list", workflow.name] });
  };
  return (
    <button
      type="button"
      className="button danger"
      disabled={refusal !== null}
      title={refusal ?? "Take the row away from its worker"}
      onClick={() => void stop()}
    >
      <Icon name="stop" />
      Stop
    </button>
  );
}
