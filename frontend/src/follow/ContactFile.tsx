// The end of the way: the contacts of this search as a file.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { get, post } from "../api/client.ts";
import { fileOf, isOpen } from "../exports/jobs.ts";
import { exportAddress } from "../grid/exporting.ts";
import { NOTHING } from "../grid/selection.ts";
import { useExportRefusal } from "../shell/refusal.ts";
import { plural } from "../text/numbers.ts";
import { inWords } from "../text/trouble.ts";
import { useGo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { problem } from "../ui/Toasts.tsx";
import { countOf, type Stage } from "./stages.ts";

export function ContactFile({ stage, origin }: { stage: Stage; origin: string }) {
  const { workflow } = stage;
  const client = useQueryClient();
  const go = useGo();
  const refusal = useExportRefusal();
  const [made, setMade] = useState<string | null>(null);
  const { data: job } = useQuery({
    queryKey: ["exports", "job", made],
    queryFn: ({ signal }) => get(`/exports/jobs/${made}`, {}, signal),
    enabled: made !== null,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : 1_500),
  });
  const count = countOf(stage);
  const make = async () => {
    try {
      setMade((await post("/exports/jobs", { workflow: workflow.name, format: "csv", search: "", origin })).id);
      void client.invalidateQueries({ queryKey: ["exports"] });
    } catch (error) {
      problem(inWords(error));
    }
  };
  return (
    <section className="card follow-file" aria-labelledby="follow-file">
      <h2 id="follow-file">{plural(count, "contact")} so far</h2>
      {job?.state === "ready" ? (
        <a className="button primary" href={fileOf(job)} download>
          <Icon name="download" />
          Download {plural(job.rows, "row")}
        </a>
      ) : (
        <button
          type="button"
          className="button primary"
          disabled={count === 0 || made !== null || refusal !== null}
          title={refusal ?? (count === 0 ? "No contact was found yet" : undefined)}
          onClick={() => void make()}
        >
          <Icon name="download" />
          {made !== null ? "Writing the file…" : "Make a CSV file"}
        </button>
      )}
      <button
        type="button"
        className="link-button"
        onClick={() => go(exportAddress(workflow.name, { states: [], search: "", origin }, NOTHING))}
      >
        Other formats and columns
      </button>
      {job?.state === "failed" && <p className="problem">{job.failure}</p>}
    </section>
  );
}
