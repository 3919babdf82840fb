import { useMeta, useOverview } from "../api/queries.ts";
import { useGo } from "../text/url.ts";
import { Notice } from "../ui/Notice.tsx";
import { emptiness, type Remedy, showWords } from "./emptiness.ts";
import { follow, useTabAddress } from "./following.ts";
import { decidedWords, useNextStage } from "./leading.ts";
import type { Grid } from "./useGrid.ts";

/** In the place of rows: why there are none, and the next thing to do. */
export function Nothing({ grid }: { grid: Grid }) {
  const { workflow, filter, counts } = grid;
  const overview = useOverview().data?.workflows;
  const all = overview?.find(({ name }) => name === workflow.name)?.counts;
  const after = useNextStage(workflow);
  const remedies = useRemedies(grid);
  const isFirst = useMeta().workflows.every(({ next }) => !next.includes(workflow.name));
  const why = emptiness({ filter, counts, all });
  if (!why) return null;
  return (
    <Notice
      title={why.remedy === "go-on" ? `${decidedWords(grid, after) ?? why.title}.` : why.title}
      action={remedies[why.remedy]}
    >
      {why.words ||
        `${workflow.purpose} ${isFirst ? "Each search that is started becomes a row." : "Rows come from the step before it."}`}{" "}
      {why.remedy === "go-on" && counts && (
        <button type="button" className="link-button" onClick={() => grid.filterBy({ status: [] })}>
          {showWords(counts)}
        </button>
      )}
    </Notice>
  );
}

interface Action {
  label: string;
  run: () => void;
}

function useRemedies({ workflow, filterBy }: Grid): Record<Remedy, Action> {
  const { workflows } = useMeta();
  const go = useGo();
  const addressOf = useTabAddress();
  const tabs = workflows.filter(({ background_only }) => !background_only);
  const before = tabs.find(({ name, next }) => name !== workflow.name && next.includes(workflow.name));
  const after = useNextStage(workflow);
  const everything = { label: "Show every row", run: () => filterBy({ status: [] }) };
  return {
    come: before
      ? { label: `Open ${before.title}`, run: () => go(addressOf(before)) }
      : { label: "Run a search", run: () => go("/search") },
    "go-on": after ? { label: `On to ${after.title} →`, run: after.open } : everything,
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
