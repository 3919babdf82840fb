// Batches that are carried out in chunks: how far they are, and a way to stop. Other work goes on.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { get, remove } from "../api/client.ts";
import { useOrigins } from "../api/queries.ts";
import type { Job } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import { named } from "../text/origins.ts";
import { refusedWords } from "../text/refused.ts";
import { problem } from "../ui/Toasts.tsx";
import { type GridStore, useGridState } from "./store.ts";

const isOver = ({ state }: Job): boolean => state !== "running" && state !== "undoing";

export function Jobs({ workflow, store, onDone }: { workflow: string; store: GridStore; onDone: () => void }) {
  const jobs = useGridState(store, (state) => state.jobs);
  if (jobs.length === 0) return null;
  const drop = (id: string) => store.set({ jobs: store.get().jobs.filter((each) => each !== id) });
  return (
    <div className="jobs">
      {jobs.map((id) => (
        <JobLine
          key={id}
          id={id}
          workflow={workflow}
          onOver={() => {
            onDone();
            setTimeout(() => drop(id), 4_000);
          }}
        />
      ))}
    </div>
  );
}

function JobLine({ id, workflow, onOver }: { id: string; workflow: string; onOver: () => void }) {
  const client = useQueryClient();
  const { data: job } = useQuery({
    queryKey: ["job", id],
    queryFn: ({ signal }) => get(`/bulk-jobs/${id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 1_500),
    placeholderData: undefined,
  });
  const over = job !== undefined && isOver(job);
  const origins = useOrigins(workflow).data?.items ?? [];
  const tellOver = useEffectEvent(() => {
    const refused = job && refusedWords(job);
    if (refused) problem(refused);
    onOver();
  });
  useEffect(() => {
    if (over) tellOver();
  }, [over]);
  if (!job) return null;
  const cancel = async () => {
    try {
      client.setQueryData(["job", id], await remove(`/bulk-jobs/${id}`));
    } catch (error) {
      problem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="job">
      <span>
        <strong>{number(job.done)}</strong> of {number(job.total)} set to {job.status}{" "}
        <span className="quiet">{job.failure ?? (over ? job.state : named(job.filter_in_words ?? "", origins))}</span>
      </span>
      <progress
        max={Math.max(1, job.total)}
        value={job.done}
        aria-label={`${number(job.done)} of ${plural(job.total, "row")} done`}
      />
      {!over && (
        <button type="button" className="button" onClick={() => void cancel()}>
          Cancel
        </button>
      )}
    </div>
  );
}
