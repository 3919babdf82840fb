// What can be done with one export.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ExportJob } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { Question } from "../ui/Question.tsx";
import { dropExport, fileOf, isOpen, repeatExport } from "./jobs.ts";

export function ExportActions({ job, refusal }: { job: ExportJob; refusal: string | null }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const mayNotDrop = useRefusal("curator");
  const name = shown(job.file_name, 80);
  const drop = () => void dropExport(client, job);
  return (
    <div className="export-actions">
      {job.state === "ready" && job.suppressed_since === 0 && refusal === null && (
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
          {job.suppressed_since > 0 ? "Make it again" : "Again"}
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
      {asked && (
        <Question title="Delete this file?" verb="Delete" isDangerous onDo={drop} onClose={() => setAsked(false)}>
          <p className="foreign">{name}</p>
          <p className="quiet">The rows stay where they are; the file can be made again.</p>
        </Question>
      )}
    </div>
  );
}
