import type { State, WorkflowMeta, WorkflowOverview } from "../api/types.ts";
import { linkTo } from "../text/url.ts";

/** Where a stage's rows are seen: its tab, or its runs when nobody decides about them. */
export function stageLink({ kebab, name, background_only }: WorkflowMeta, status?: State): string {
  return background_only ? `/runs?workflow=${name}` : linkTo(kebab, { status });
}

/** The first tab that has rows in this state; without any, the first tab. */
export function firstTabWith(
  state: State,
  tabs: readonly WorkflowMeta[],
  overviews: readonly WorkflowOverview[],
): WorkflowMeta | undefined {
  const counts = new Map(overviews.map((each) => [each.name, each.counts]));
  return tabs.find(({ name }) => (counts.get(name)?.[state] ?? 0) > 0) ?? tabs[0];
}
