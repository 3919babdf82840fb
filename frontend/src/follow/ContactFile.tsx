// The end of the way: the contacts of this search as a file.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { get, post } from "../api/client.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { fileOf, isOpen } from "../exports/jobs.ts";
import { exportAddress } from "../grid/exporting.ts";
import { NOTHING } from "../grid/selection.ts";
import { useExportRefusal } from "../shell/refusal.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { useGo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { Progress } from "../ui/Progress.tsx";
import { problem } from "../ui/Toasts.tsx";
import { countOf, type Stage } from "./stages.ts";

export function ContactFile({ stage, origin }: { stage: Stage; origin: string }) {
  const { workflow } = stage;
  const go = useGo();
  const refusal = useExportRefusal();
  const field = workflow.search_fields.find(({ kind }) => kind === "email")?.name;
  const reachable = useReachable(workflow, origin, `-${field}:none`, countOf(stage));
  const [isReachableOnly, setReachableOnly] = useState(false);
  const search = isReachableOnly ? `-${field}:none` : "";
  const { job, isWriting, make, forget } = useFile(workflow.name, origin, search);
  const count = isReachableOnly ? (reachable ?? 0) : countOf(stage);
  const ready = job?.state === "ready" ? job : null;
  return (
    <section className="card follow-file" aria-labelledby="follow-file">
      <h2 id="follow-file">{plural(countOf(stage), "contact")} so far</h2>
      {reachable !== undefined && (
        <label className="follow-only">
          <input
            type="checkbox"
            checked={isReachableOnly}
            onChange={() => {
              setReachableOnly(!isReachableOnly);
              forget();
            }}
          />
          only the {number(reachable)} with an e-mail address
        </label>
      )}
      {ready && (
        <a className="button primary" href={fileOf(ready)} download>
          <Icon name="download" />
          Download {plural(ready.rows, "row")}
        </a>
      )}
      {isWriting ? (
        <div role="status">
          Writing the file…{" "}
          <Progress
            done={job?.rows ?? 0}
            total={job?.total ?? null}
            label={`${plural(job?.rows ?? 0, "row")} written`}
          />
        </div>
      ) : (
        (ready === null || ready.rows !== count) && (
          <button
            type="button"
            className={ready ? "button" : "button primary"}
            disabled={count === 0 || refusal !== null}
            title={refusal ?? (count === 0 ? "No contact was found yet" : undefined)}
            onClick={() => void make()}
          >
            <Icon name="download" />
            {ready ? `Make it anew, there are ${number(count)} now` : "Make a CSV file"}
          </button>
        )
      )}
      <button
        type="button"
        className="link-button"
        onClick={() => go(exportAddress(workflow.name, { states: [], search, origin }, NOTHING))}
      >
        Other formats, columns and rows
      </button>
      {job?.state === "failed" && (
        <p className="problem" role="alert">
          {shown(job.failure ?? "The file could not be written.", 300)}
        </p>
      )}
    </section>
  );
}

/** How many of the contacts have an address to write to. */
function useReachable(workflow: WorkflowMeta, origin: string, search: string, contacts: number): number | undefined {
  const { data } = useQuery({
    queryKey: ["list", workflow.name, "reachable", origin, contacts],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/list`, { search, origin, size: 1 }, signal),
    enabled: contacts > 0,
  });
  return contacts > 0 ? (data?.total ?? undefined) : undefined;
}

/** From the press of the button on there is a sign of it, until the file is there or why it is not. */
function useFile(workflow: string, origin: string, search: string) {
  const client = useQueryClient();
  const [made, setMade] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery({
    queryKey: ["exports", "job", made],
    queryFn: ({ signal }) => get(`/exports/jobs/${made}`, {}, signal),
    enabled: made !== null,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : 1_500),
  });
  const job = data?.id === made ? data : undefined;
  const make = async () => {
    setAsking(true);
    try {
      setMade((await post("/exports/jobs", { workflow, format: "csv", search, origin })).id);
      void client.invalidateQueries({ queryKey: ["exports"] });
    } catch (error) {
      problem(inWords(error));
    }
    setAsking(false);
  };
  return {
    job,
    isWriting: isAsking || (made !== null && (job === undefined || isOpen(job))),
    make,
    forget: () => setMade(null),
  };
}
