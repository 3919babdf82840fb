import { useMeta } from "../api/queries.ts";
import type { RunGroup } from "../api/types.ts";
import { number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { span } from "../text/time.ts";
import { Moment } from "../ui/Moment.tsx";
import { tookSeconds } from "./endings.ts";

interface RunTableProps {
  runs: readonly RunGroup[];
  open: string | null;
  onOpen: (id: string) => void;
}

const NUMBERS = ["Took", "Claimed", "Done", "Failed", "For later", "Produced"];

export function RunTable({ runs, open, onOpen }: RunTableProps) {
  return (
    <div className="wide-scroll" tabIndex={0} role="group" aria-label="Runs, newest first">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Workflow</th>
            <th scope="col">Started</th>
            {NUMBERS.map((head) => (
              <th key={head} scope="col" className="number">
                {head}
              </th>
            ))}
            <th scope="col">Worker</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} isOpen={run.id === open} onOpen={() => onOpen(run.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RunRow({ run, isOpen, onOpen }: { run: RunGroup; isOpen: boolean; onOpen: () => void }) {
  const { workflows } = useMeta();
  const workflow = workflows.find(({ name }) => name === run.workflow);
  return (
    <tr
      className={isOpen ? "row-opens row-open" : "row-opens"}
      onClick={(event) => event.target instanceof Element && !event.target.closest("button") && onOpen()}
    >
      <th scope="row">
        <button type="button" className="run-name" aria-expanded={isOpen} onClick={onOpen}>
          {workflow?.title ?? shown(run.workflow)}
        </button>
      </th>
      <td>
        <Moment at={run.started_at} />
      </td>
      <td className="number">{span(tookSeconds(run))}</td>
      <td className="number">{number(run.claimed)}</td>
      <td className="number">{number(run.done)}</td>
      <td className={run.failed ? "number problem" : "number quiet"}>{number(run.failed)}</td>
      <td className={run.put_off ? "number" : "number quiet"}>{number(run.put_off)}</td>
      <td className="number">{number(run.produced)}</td>
      <td className="quiet foreign" title={shown(run.worker ?? "", 60)}>
        {shown(run.worker_name ?? run.worker?.slice(0, 8) ?? "—", 60)}
      </td>
    </tr>
  );
}
