// The end of the way: the contacts of this search as a file.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { get, post } from "../api/client.ts";
import type { ExportDraft, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { fileOf, isOpen, rowsWords } from "../exports/jobs.ts";
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
import { type FileChoices, leftOutWords, ONLY_USABLE, rowsOf } from "./file.ts";
import { countOf, type Stage } from "./stages.ts";

export function ContactFile({ stage, origin }: { stage: Stage; origin: string }) {
  const { workflow } = stage;
  const go = useGo();
  const refusal = useExportRefusal();
  const [choices, setChoices] = useState<FileChoices>(ONLY_USABLE);
  const contacts = countOf(stage);
  const addressed = workflow.search_fields.find(({ kind }) => kind === "email")?.name;
  const { status, search } = rowsOf(choices, addressed);
  const reachable = useTotal(workflow, origin, rowsOf({ ...choices, isReachableOnly: true }, addressed), contacts);
  const count = useTotal(workflow, origin, { status, search }, contacts) ?? 0;
  const unusable = useUnusable(workflow, origin, contacts);
  const leftOut = leftOutWords(stage, unusable);
  const preset = choices.isEveryColumn ? null : "plain";
  const { job, isWriting, make, forget } = useFile({ workflow: workflow.name, origin, status, search, preset });
  const ready = job?.state === "ready" && job.suppressed_since === 0 ? job : null;
  const choose = (choice: Partial<FileChoices>) => {
    setChoices({ ...choices, ...choice });
    forget();
  };
  return (
    <section className="card follow-file" aria-labelledby="follow-file">
      <h2 id="follow-file">
        {plural(contacts - (choices.isWithRejected ? 0 : leftOut.count), "contact")} so far
        {leftOut.count > 0 && (
          <span className="quiet">
            ; {leftOut.words} {choices.isWithRejected ? "among them" : "left out"}
          </span>
        )}
      </h2>
      {leftOut.count > 0 && (
        <Tick isTicked={choices.isWithRejected} onTick={(isWithRejected) => choose({ isWithRejected })}>
          also those
        </Tick>
      )}
      {reachable !== undefined && (
        <Tick isTicked={choices.isReachableOnly} onTick={(isReachableOnly) => choose({ isReachableOnly })}>
          only the {number(reachable)} with an e-mail address
        </Tick>
      )}
      <Tick isTicked={choices.isEveryColumn} onTick={(isEveryColumn) => choose({ isEveryColumn })}>
        with all columns
      </Tick>
      {ready && (
        <a className="button primary" href={fileOf(ready)} download>
          <Icon name="download" />
          Download {rowsWords(ready)}
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
        (ready === null || (ready.total ?? ready.rows) !== count) && (
          <button
            type="button"
            className={ready ? "button" : "button primary"}
            disabled={count === 0 || refusal !== null}
            title={refusal ?? (count === 0 ? "There is no contact for it yet" : undefined)}
            onClick={() => void make()}
          >
            <Icon name="download" />
            {ready ? `Make it anew, there are ${number(count)} now` : `Download ${plural(count, "contact")} as CSV`}
          </button>
        )
      )}
      <button
        type="button"
        className="link-button"
        onClick={() => go(exportAddress(workflow.name, { states: status, search, origin }, NOTHING))}
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

interface TickProps {
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  children: ReactNode;
}

function Tick({ isTicked, onTick, children }: TickProps) {
  return (
    <label className="follow-only">
      <input type="checkbox" checked={isTicked} onChange={() => onTick(!isTicked)} />
      <span>{children}</span>
    </label>
  );
}

type Rows = ReturnType<typeof rowsOf>;

/** How many rows the file would have. */
function useTotal(workflow: WorkflowMeta, origin: string, rows: Rows, contacts: number): number | undefined {
  const params = { status_filter: rows.status, search: rows.search, origin, size: 1 };
  const { data } = useQuery({
    queryKey: ["list", workflow.name, "file", params, contacts],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/list`, params, signal),
    enabled: contacts > 0,
    placeholderData: (before) => before,
  });
  return contacts > 0 ? (data?.total ?? undefined) : undefined;
}

/** By its outcome, how many that were not skipped cannot be written to. */
function useUnusable(workflow: WorkflowMeta, origin: string, contacts: number): Readonly<Record<string, number>> {
  const { data } = useQuery({
    queryKey: ["facets", workflow.name, "unusable", origin, contacts],
    queryFn: ({ signal }) =>
      get(`${pathOf(workflow)}/facets`, { status_filter: rowsOf(ONLY_USABLE).status, origin }, signal),
    enabled: contacts > 0,
    placeholderData: (before) => before,
  });
  const values = data?.fields.find(({ name }) => name === "outcome")?.values ?? [];
  return Object.fromEntries(values.map(({ value, count }) => [String(value), count]));
}

/** From the press of the button on there is a sign of it, until the file comes by itself or it is told why not. */
function useFile(draft: Pick<ExportDraft, "workflow" | "origin" | "status" | "search" | "preset">) {
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
  const isReady = job?.state === "ready" && job.rows > 0;
  useEffect(() => {
    if (made !== null && isReady) location.assign(fileOf({ id: made }));
  }, [made, isReady]);
  const make = async () => {
    setAsking(true);
    try {
      setMade((await post("/exports/jobs", { format: "csv", ...draft })).id);
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
