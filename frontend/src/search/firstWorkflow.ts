import type { Meta, WorkflowMeta } from "../api/types.ts";

/** The workflow that nothing feeds: searches are its rows. */
export function firstWorkflow({ workflows }: Pick<Meta, "workflows">): WorkflowMeta | undefined {
  return workflows.find(({ table }) => !workflows.some(({ produces }) => produces === table));
}
