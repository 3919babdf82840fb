import { useWorkflow } from "../api/queries.ts";
import type { ExportJob } from "../api/types.ts";
import { bytes, number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Moment } from "../ui/Moment.tsx";
import { Progress } from "../ui/Progress.tsx";
import { StateDot } from "../ui/State.tsx";
import { ExportActions } from "./ExportActions.tsx";
import { EXPORT_STATES } from "./jobs.ts";

export function ExportTable({ jobs, refusal }: { jobs: readonly ExportJob[]; refusal: string | null }) {
  return (
    <div className="wide-scroll" tabIndex={0} role="group" aria-label="Exported files">
      <table className="table stack">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" className="number">
              Rows
            </th>
            <th scope="col" className="number">
              Size
            </th>
            <th scope="col">Filter</th>
            <th scope="col">By</th>
            <th scope="col">When</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <ExportRow key={job.id} job={job} refusal={refusal} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ExportRow({ job, refusal }: { job: ExportJob; refusal: string | null }) {
  const workflow = useWorkflow(job.workflow);
  return (
    <tr>
      <th scope="row">
        <span className="foreign">{shown(job.file_name, 120)}</span>
        <span className="quiet export-workflow">{workflow?.title ?? shown(job.workflow)}</span>
      </th>
      <td className="number">{number(job.rows)}</td>
      <td className="number">{job.bytes === null ? "—" : bytes(job.bytes)}</td>
      <td className="export-words foreign">{shown(job.filter_in_words, 300)}</td>
      <td className="foreign">{shown(job.made_by, 40)}</td>
      <td>
        <Moment at={job.made_at} />
      </td>
      <td>
        <ExportMark job={job} />
      </td>
      <td>
        <ExportActions job={job} refusal={refusal} />
      </td>
    </tr>
  );
}

function ExportMark({ job }: { job: ExportJob }) {
  const { word, like } = EXPORT_STATES[job.state];
  if (job.state === "running")
    return (
      <Progress
        done={job.rows}
        total={job.total}
        label={`${shown(job.file_name, 80)}: ${plural(job.rows, "row")} written`}
      />
    );
  return (
    <>
      <span className={`state state-${like.toLowerCase()}`}>
        <StateDot state={like} />
        {word}
      </span>
      {job.failure && <span className="foreign problem export-failure">{shown(job.failure, 200)}</span>}
      {job.suppressed > 0 && (
        <span className="quiet export-failure">{plural(job.suppressed, "suppressed row")} left out</span>
      )}
      {job.suppressed_since > 0 && (
        <span className="problem export-failure">
          Withheld: made before a suppression. {plural(job.suppressed_since, "row")} that may be in it{" "}
          {job.suppressed_since === 1 ? "is" : "are"} suppressed now; make it again.
        </span>
      )}
      {job.state === "ready" && job.expires_at && (
        <span className="quiet export-failure">kept until {day.format(new Date(job.expires_at))}</span>
      )}
    </>
  );
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
