// The contacts of a search on their way into a file: how many there are, and how far it is.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { get, post } from "../api/client.ts";
import type { ExportDraft, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { fileOf, isOpen, waitedFor } from "../exports/jobs.ts";
import { inWords } from "../text/trouble.ts";
import { problem } from "../ui/Toasts.tsx";
import { ONLY_USABLE, rowsOf } from "./file.ts";

type Rows = ReturnType<typeof rowsOf>;

/** How many rows the file would have. */
export function useTotal(workflow: WorkflowMeta, origin: string, rows: Rows, contacts: number): number | undefined {
  const params = { status_filter: rows.status, search: rows.search, origin, size: 1 };
  const { data } = useQuery({
    queryKey: ["list", workflow.name, "file", params, contacts],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/list`, params, signal),
    enabled: contacts > 0,
    placeholderData: (before) => before,
  });
  return contacts > 0 ? (data?.total ?? undefined) : undefined;
}

/** How many of them are the best of their business; nothing where that is not known. */
export function useBest(
  workflow: WorkflowMeta,
  origin: string,
  rows: Rows,
  contacts: number | null,
): number | undefined {
  const draft = { workflow: workflow.name, format: "csv" as const, origin, ...rows, one_per_business: true };
  const { data } = useQuery({
    queryKey: ["export-count", draft, contacts],
    queryFn: ({ signal }) => post("/exports/jobs/count", draft, { signal }),
    enabled: contacts !== null && contacts > 0,
    placeholderData: (before) => before,
  });
  return data?.rows ?? undefined;
}

/** How many websites these contacts are of; several people and addresses are usually of one. */
export function useWebsites(workflow: WorkflowMeta, origin: string, rows: Rows, contacts: number): number | undefined {
  const params = { by: "domain", status_filter: rows.status, search: rows.search, origin };
  const { data } = useQuery({
    queryKey: ["facets", workflow.name, "file", params, contacts],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/groups`, params, signal),
    enabled: contacts > 0 && workflow.groups.includes("domain"),
    placeholderData: (before) => before,
  });
  return data && !data.sampled ? data.group_count : undefined;
}

type Counts = Readonly<Record<string, number>>;

/** Of those that were not skipped, how many came to each outcome, and to each verdict; none where not all were read. */
export function useFindings(
  workflow: WorkflowMeta,
  origin: string,
  contacts: number,
): { outcomes: Counts; verdicts: Counts | null } {
  const { data } = useQuery({
    queryKey: ["facets", workflow.name, "unusable", origin, contacts],
    queryFn: ({ signal }) =>
      get(`${pathOf(workflow)}/facets`, { status_filter: rowsOf(ONLY_USABLE).status, origin }, signal),
    enabled: contacts > 0,
    placeholderData: (before) => before,
  });
  const countsOf = (field: string): Counts => {
    const values = data?.fields.find(({ name }) => name === field)?.values ?? [];
    return Object.fromEntries(values.flatMap(({ value, count }) => (value === null ? [] : [[String(value), count]])));
  };
  return { outcomes: countsOf("outcome"), verdicts: data && !data.sampled ? countsOf("verification") : null };
}

/** From the press of the button on there is a sign of it, until the file comes by itself or it is told why not. */
export function useFile(
  draft: Pick<ExportDraft, "workflow" | "origin" | "status" | "search" | "preset" | "format" | "one_per_business">,
) {
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
      const { id } = await post("/exports/jobs", draft);
      waitedFor.add(id);
      setMade(id);
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
