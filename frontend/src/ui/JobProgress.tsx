// A batch that is carried out in the background: how far it is, and a way to stop it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, remove } from "../api/client.ts";
import type { Job } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number, plural } from "../text/numbers.ts";
import { refusedWords } from "../text/refused.ts";
import { inWords } from "../text/trouble.ts";
import { Progress } from "./Progress.tsx";
import { problem } from "./Toasts.tsx";

/** The live stream brings news; asking now and then covers a stream that was cut. */
function useJob(job: Job): Job {
  const isOpen = (each: Job | undefined) => each === undefined || each.state === "running" || each.state === "undoing";
  const { data } = useQuery({
    queryKey: ["job", job.id],
    queryFn: ({ signal }) => get(`/bulk-jobs/${job.id}`, {}, signal),
    initialData: job,
    refetchInterval: ({ state }) => (isOpen(state.data) ? 3_000 : false),
    enabled: isOpen(job),
  });
  return data;
}

export function JobProgress({ job: given }: { job: Job }) {
  const client = useQueryClient();
  const job = useJob(given);
  const refusal = useRefusal("curator");
  const cancel = async () => {
    try {
      client.setQueryData(["job", job.id], await remove(`/bulk-jobs/${job.id}`));
    } catch (error) {
      problem(inWords(error));
    }
    void client.invalidateQueries({ queryKey: ["batches"] });
  };
  if (job.state !== "running")
    return (
      <p>
        {job.failure ?? `${number(job.done)} of ${number(job.total)}: ${job.state}.`} {refusedWords(job)}
      </p>
    );
  return (
    <div className="job-progress">
      <Progress
        done={job.done}
        total={job.total}
        label={`${job.status}: ${number(job.done)} of ${plural(job.total, "row")}`}
      />
      <button
        type="button"
        className="button"
        disabled={refusal !== null}
        title={refusal ?? undefined}
        onClick={() => void cancel()}
      >
        Cancel
      </button>
    </div>
  );
}
