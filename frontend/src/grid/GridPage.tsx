import { Suspense, useEffect, useEffectEvent, useRef } from "react";
import { useMeta } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { decisionsAreKept } from "../shell/undo.ts";
import { useGo } from "../text/url.ts";
import { Notice } from "../ui/Notice.tsx";
import { matchingIn } from "./counts.ts";
import { GridTab } from "./GridTab.tsx";
import { Review } from "./screens.ts";
import { type Grid, useGrid } from "./useGrid.ts";
import "./grid.css";
import "./tools.css";

export default function GridPage({ kebab }: { kebab: string }) {
  const { workflows, refused } = useMeta();
  const go = useGo();
  const workflow = workflows.find((each) => each.kebab === kebab);
  if (workflow) return <WorkflowTab workflow={workflow} />;
  const why = refused.find(({ name }) => name === kebab.replaceAll("-", "_"));
  return (
    <main id="main" className="pane">
      <h1>{why ? "This workflow does not run" : "Not found"}</h1>
      <Notice
        title={why?.reason ?? "There is no such workflow."}
        action={{ label: "To the overview", run: () => go("/") }}
      />
    </main>
  );
}

function WorkflowTab({ workflow }: { workflow: WorkflowMeta }) {
  const grid = useGrid(workflow);
  useFreshAfterReview(grid);
  if (!grid.address.review) return <GridTab grid={grid} />;
  return (
    <Suspense fallback={<main id="main" className="pane" aria-busy="true" />}>
      <Review
        workflow={workflow}
        filter={grid.filter}
        sort={grid.sort}
        matching={grid.counts && matchingIn(grid.counts, grid.filter.states)}
        matchedAt={grid.countedAt}
        onClose={() => grid.change({ review: null })}
      />
    </Suspense>
  );
}

/** Whoever comes back from review sees what became of the rows, not those of before in grey. */
function useFreshAfterReview({ address: { review }, rows }: Grid): void {
  const was = useRef(review);
  const refresh = useEffectEvent(() => void decisionsAreKept().then(rows.refresh));
  useEffect(() => {
    if (was.current && !review) refresh();
    was.current = review;
  }, [review]);
}
