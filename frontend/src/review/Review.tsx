import type { RowFilter, WorkflowMeta } from "../api/types.ts";

export default function Review({ workflow, onClose }: { workflow: WorkflowMeta; filter: RowFilter; sort: string; onClose: () => void }) {
  return <main id="main" className="pane"><h1>{workflow.title}</h1><button type="button" className="button" onClick={onClose}>Back to the grid</button></main>;
}
