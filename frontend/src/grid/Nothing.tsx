import { useMeta, useOverview } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import { useGo } from "../text/url.ts";
import { Notice } from "../ui/Notice.tsx";
import { emptiness, type Remedy } from "./emptiness.ts";
import { follow, useTabAddress } from "./following.ts";
import type { Grid } from "./useGrid.ts";

/** In the place of rows: why there are none, and the next thing to do. */
export function Nothing({ grid }: { grid: Grid }) {
  const { workflow, filter, counts } = grid;
  const overview = useOverview().data?.workflows;
  const all = overview?.find(({ name }) => name === workflow.name)?.counts;
  const remedies = useRemedies(grid);
  const why = emptiness({ filter, counts, all });
  if (!why) return null;
  return (
    <Notice title={why.title} action={remedies[why.remedy]}>
      {why.words || `${workflow.purpose} Rows come from the step before it.`}
    </Notice>
  );
}

interface Action {
  label: string;
  run: () => void;
}

function useRemedies({ workflow, filterBy }: Grid): Record<Remedy, Action> {
  const { workflows } = useMeta();
  const overview = useOverview().data?.workflows;
  const go = useGo();
  const addressOf = useTabAddress();
  const tabs = workflows.filter(({ background_only }) => !background_only);
  const before = tabs.find(({ name, next }) => name !== workflow.name && next.includes(workflow.name));
  const undecided = ({ name }: WorkflowMeta) => overview?.find((each) => each.name === name)?.counts.New ?? 0;
  const after = tabs.find((tab) => workflow.next.includes(tab.name) && undecided(tab) > 0);
  const everything = { label: "Show every row", run: () => filterBy({ status: [] }) };
  return {
    come: before
      ? { label: `Open ${before.title}`, run: () => go(addressOf(before)) }
      : { label: "Run a search", run: () => go("/search") },
    "go-on": after
      ? {
          label: `Go on with ${after.title}: ${plural(undecided(after), "row")} to decide`,
          run: () => go(addressOf(after)),
        }
      : everything,
    "any-search": { label: "Clear the search", run: () => filterBy({ search: "" }) },
    "any-origin": {
      label: "Rows of any list or search",
      run: () => {
        follow(null);
        filterBy({ origin: null });
      },
    },
    "any-state": everything,
  };
}
