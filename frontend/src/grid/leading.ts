// A stage that is decided leads to the next: what it says, and where it goes.
import { useMeta, useOverview } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import { useGo } from "../text/url.ts";
import { matchingIn } from "./counts.ts";
import { useTabAddress } from "./following.ts";
import type { Grid } from "./useGrid.ts";

export interface NextStage {
  title: string;
  waiting: number;
  open: () => void;
}

/** The tab that this one's rows lead to; one where something waits before one where nothing does. */
export function useNextStage({ name, next }: Pick<WorkflowMeta, "name" | "next">): NextStage | null {
  const { workflows } = useMeta();
  const overview = useOverview().data?.workflows;
  const go = useGo();
  const addressOf = useTabAddress();
  const undecided = (tab: WorkflowMeta) => overview?.find((each) => each.name === tab.name)?.counts.New ?? 0;
  const tabs = workflows.filter((tab) => !tab.background_only && tab.name !== name && next.includes(tab.name));
  const tab = tabs.find((each) => undecided(each) > 0) ?? tabs[0];
  return tab ? { title: tab.title, waiting: undecided(tab), open: () => go(addressOf(tab)) } : null;
}

/** Nothing is left to decide of what this filter finds; null while something is. */
export function decidedWords(
  { filter, counts }: Pick<Grid, "filter" | "counts">,
  after: NextStage | null,
): string | null {
  if (!counts || filter.states.join() !== "New" || counts.New !== 0) return null;
  const all = matchingIn(counts, []);
  if (all === 0) return null;
  const working = (counts.Queued ?? 0) + (counts.Processing ?? 0);
  const decided = `${all === 1 ? "The only row is" : `All ${number(all)}`} decided`;
  if (!after) return working > 0 ? `${decided}; ${number(working)} being worked on` : decided;
  if (after.waiting > 0) return `${decided}; ${plural(after.waiting, "waits", "wait")} in ${after.title}`;
  return working > 0
    ? `${decided}; ${number(working)} being worked on, what they lead to comes to ${after.title}`
    : decided;
}
