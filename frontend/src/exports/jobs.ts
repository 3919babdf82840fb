// Exports on the server: making one, its file, and the word that it is ready wherever the person is.
import type { QueryClient } from "@tanstack/react-query";
import { address, post, remove } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { ExportDraft, ExportJob, ExportState, State } from "../api/types.ts";
import { useEvent } from "../live/useLive.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { announce } from "../ui/announce.ts";
import { problem, toast } from "../ui/Toasts.tsx";

export const EXPORT_STATES: Record<ExportState, { word: string; like: State }> = {
  waiting: { word: "Waiting", like: "Queued" },
  running: { word: "Running", like: "Processing" },
  ready: { word: "Ready", like: "Complete" },
  failed: { word: "Failed", like: "Error" },
  cancelled: { word: "Cancelled", like: "Skipped" },
  expired: { word: "File deleted", like: "New" },
};

export const fileOf = ({ id }: Pick<ExportJob, "id">): string => address(`/exports/jobs/${id}/file`);
export const isOpen = ({ state }: Pick<ExportJob, "state">): boolean => state === "waiting" || state === "running";

/** Those that somebody waits for: they come by themselves, and it is said so. */
export const waitedFor = new Set<string>();

export async function makeExport(client: QueryClient, draft: ExportDraft): Promise<boolean> {
  try {
    waitedFor.add((await post("/exports/jobs", draft)).id);
    return true;
  } catch (error) {
    problem(inWords(error));
    return false;
  } finally {
    void client.invalidateQueries({ queryKey: ["exports"] });
  }
}

export async function repeatExport(client: QueryClient, { id }: ExportJob): Promise<void> {
  try {
    await post(`/exports/jobs/${id}/again`);
  } catch (error) {
    problem(inWords(error));
  }
  void client.invalidateQueries({ queryKey: ["exports"] });
}

/** Cancels what is not done, deletes the file of what is; what has neither leaves the list. */
export async function dropExport(client: QueryClient, job: ExportJob): Promise<void> {
  try {
    await remove(`/exports/jobs/${job.id}`);
    toast(
      isOpen(job) ? "The export is cancelled." : job.state === "ready" ? "The file is deleted." : "It is off the list.",
    );
  } catch (error) {
    problem(inWords(error));
  }
  void client.invalidateQueries({ queryKey: ["exports"] });
}

/** How many rows, and why not more. */
export const rowsWords = ({ rows, suppressed }: Pick<ExportJob, "rows" | "suppressed">): string =>
  suppressed > 0
    ? `${plural(rows, "row")}; ${plural(suppressed, "is", "are")} suppressed and left out`
    : plural(rows, "row");

const told = new Set<string>();

/** Mounted once, by the shell: one's own exports, each told once. */
export function useExportNews(): void {
  const { user } = useMeta();
  useEvent("export", ({ job }) => {
    if (isOpen(job) || told.has(job.id) || job.made_by !== user.name) return;
    told.add(job.id);
    if (job.state === "ready") {
      const download = () => location.assign(fileOf(job));
      const comes = waitedFor.has(job.id) && job.rows > 0;
      if (comes && location.pathname.endsWith("/exports")) download();
      announce(`${shown(job.file_name, 80)} is ${comes ? "being downloaded" : "ready"}: ${rowsWords(job)}.`, {
        seconds: 30,
        action: { label: comes ? "Download again" : "Download", run: download },
      });
    } else if (job.state === "failed")
      problem(`The export failed: ${shown(job.failure ?? "no reason was given", 300)}`);
  });
}
