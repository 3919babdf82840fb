// What the workers did: a bar per minute, a line per run, and the log of the one that is open.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { get } from "../api/client.ts";
import { firstPage } from "../api/queries.ts";
import type { RunGroup } from "../api/types.ts";
import { useEvent } from "../live/useLive.ts";
import { useRefusal } from "../shell/refusal.ts";
import { inWords } from "../text/trouble.ts";
import { useUrl } from "../text/url.ts";
import { Loading, Refusal } from "../ui/Answer.tsx";
import { Notice } from "../ui/Notice.tsx";
import { WorkflowChoice } from "../ui/WorkflowChoice.tsx";
import { Minutes } from "./Minutes.tsx";
import { RunLog } from "./RunLog.tsx";
import { RunNow } from "./RunNow.tsx";
import { RunTable } from "./RunTable.tsx";
import "./runs.css";

export interface RunList {
  items: RunGroup[];
  next: string | null;
}

export default function RunsPage() {
  const [address, change] = useUrl();
  const workflow = address.get("workflow") ?? "";
  const open = address.get("run");
  const refusal = useRefusal("admin");
  const runs = useRuns(workflow);
  const listed = runs.data?.pages.flatMap((page) => page.items) ?? [];
  const chosen = listed.find(({ id }) => id === open);
  return (
    <main id="main" className="pane runs-page">
      <header className="pane-head">
        <h1>Runs</h1>
        <WorkflowChoice value={workflow} onChange={(wanted) => change({ workflow: wanted, run: null })} />
        <RunNow workflow={workflow} refusal={refusal} />
      </header>
      <Refusal reason={refusal} />
      <Minutes workflow={workflow} />
      <div className={open ? "runs-pair runs-open" : "runs-pair"}>
        <div className="card runs-card">
          {runs.isError && listed.length === 0 && (
            <Notice title={inWords(runs.error)} action={{ label: "Try again", run: () => void runs.refetch() }} />
          )}
          {runs.isPending && <Loading what="runs" reason={runs.failureReason} />}
          {runs.isSuccess && listed.length === 0 && (
            <Notice title="No worker has run yet.">
              Queue some rows, or choose Run now: each run is listed here with its log.
            </Notice>
          )}
          {listed.length > 0 && (
            <RunTable runs={listed} open={open} onOpen={(id) => change({ run: id === open ? null : id })} />
          )}
          {runs.hasNextPage && (
            <button
              type="button"
              className="button more"
              disabled={runs.isFetchingNextPage}
              onClick={() => void runs.fetchNextPage()}
            >
              Older runs
            </button>
          )}
        </div>
        {open && <RunLog key={open} id={open} run={chosen} onClose={() => change({ run: null })} />}
      </div>
    </main>
  );
}

const SIZE = 50;
const AGAIN_MS = 5_000;

function useRuns(workflow: string) {
  const query = useInfiniteQuery({
    queryKey: ["runs", "list", workflow],
    queryFn: ({ pageParam, signal }) => get("/runs", { workflow, size: SIZE, after: pageParam }, signal),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next,
  });
  useFresh(() => void query.refetch());
  return query;
}

/** While rows change, at most every few seconds and only while someone looks. */
function useFresh(refetch: () => void): void {
  const last = useRef(Date.now());
  useEvent("rows", () => {
    if (document.hidden || Date.now() - last.current < AGAIN_MS) return;
    last.current = Date.now();
    refetch();
  });
}
