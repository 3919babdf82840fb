import type { WorkflowMeta } from "../api/types.ts";

export function Drawer({ workflow, id, onClose }: { workflow: WorkflowMeta; id: string; onClose: () => void }) {
  return <aside className="drawer" aria-label={workflow.title}><p>{id}</p><button type="button" className="button" onClick={onClose}>Close</button></aside>;
}
