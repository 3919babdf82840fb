import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWorkflow } from "../api/queries.ts";
import type { ExportJob } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { bytes, number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Moment } from "../ui/Moment.tsx";
import { Progress } from "../ui/Progress.tsx";
import { StateDot } from "../ui/State.tsx";
import { dropExport, EXPORT_STATES, fileOf, isOpen, repeatExport } from "./jobs.ts";

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
        <span className="quiet export-workflow">
          {workflow ? `${workflow.code} ${workflow.title}` : shown(job.workflow)}
        </span>
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
      {job.state === "ready" && job.expires_at && (
        <span className="quiet export-failure">kept until {day.format(new Date(job.expires_at))}</span>
      )}
    </>
  );
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

function ExportActions({ job, refusal }: { job: ExportJob; refusal: string | null }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const mayNotDrop = useRefusal("curator");
  const name = shown(job.file_name, 80);
  const drop = () => void dropExport(client, job);
  return (
    <div className="export-actions">
      {job.state === "ready" && (
        <a className="button" href={fileOf(job)} download aria-label={`Download ${name}`}>
          <Icon name="download" />
          Download
        </a>
      )}
      {isOpen(job) && (
        <button
          type="button"
          className="button"
          disabled={mayNotDrop !== null}
          title={mayNotDrop ?? undefined}
          aria-label={`Cancel ${name}`}
          onClick={drop}
        >
          Cancel
        </button>
      )}
      {!isOpen(job) && (
        <button
          type="button"
          className="button"
          disabled={refusal !== null}
          title={refusal ?? "Write the same export anew"}
          aria-label={`Export ${name} again`}
          onClick={() => void repeatExport(client, job)}
        >
          Again
        </button>
      )}
      {!isOpen(job) && (
        <button
          type="button"
          className="icon-button"
          disabled={mayNotDrop !== null}
          title={mayNotDrop ?? (job.state === "ready" ? "Delete the file" : "Take off the list")}
          aria-label={`${job.state === "ready" ? "Delete" : "Take off the list:"} ${name}`}
          onClick={() => (job.state === "ready" ? setAsked(true) : drop())}
        >
          <Icon name="trash" />
        </button>
      )}
      {asked && <DeleteDialog name={name} onDelete={drop} onClose={() => setAsked(false)} />}
    </div>
  );
}

function DeleteDialog({ name, onDelete, onClose }: { name: string; onDelete: () => void; onClose: () => void }) {
  return (
    <Dialog title="Delete this file?" onClose={onClose}>
      <p className="foreign">{name}</p>
      <p className="quiet">The rows stay where they are; the file can be made again.</p>
      <div className="dialog-actions">
        <button type="button" className="button" autoFocus onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            onClose();
            onDelete();
          }}
        >
          Delete
        </button>
      </div>
    </Dialog>
  );
}
