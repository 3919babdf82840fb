// What a person is told before many rows change: what came since, which rules follow, how long it takes and what it costs.
import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { useCounted } from "./chosenCounts.ts";
import type { Selection } from "./selection.ts";
import type { Asked, Deciding } from "./useDecide.ts";

/** Rows that came after the moment of choosing are named, and taken only if that is wanted. */
export function Since({
  workflow,
  asked: { status, selection },
  count,
  deciding,
}: {
  workflow: WorkflowMeta;
  asked: Asked;
  count: number;
  deciding: Deciding;
}) {
  const now = useCounted(workflow, untilNow(selection), null).data?.count ?? count;
  if (now <= count) return null;
  return (
    <div>
      <dt>Came since</dt>
      <dd>
        {plural(now - count, "row")} after you selected, left as {now - count === 1 ? "it is" : "they are"}.{" "}
        <button
          type="button"
          className="link-button"
          onClick={() => deciding.ask({ status, selection: untilNow(selection), drift: null })}
        >
          Take {now - count === 1 ? "it" : "them"} too
        </button>
      </dd>
    </div>
  );
}

const untilNow = (selection: Selection): Selection =>
  selection.kind === "ids" ? selection : { ...selection, filter: { ...selection.filter, through: null }, seen: null };

/** New says that nobody decided, so that a rule does: at once, but for the time in which it can be taken back. */
export function Ruled({ workflow, seconds }: { workflow: WorkflowMeta; seconds: number }) {
  const rules = useQuery({ queryKey: ["rules"], queryFn: ({ signal }) => get("/rules", {}, signal) }).data;
  const mine = [
    ...(rules?.items.filter(({ suspended }) => suspended === null) ?? []),
    ...(rules?.for_origins ?? []),
  ].filter((rule) => rule.workflow === workflow.name);
  if (mine.length === 0) return null;
  const names = new Intl.ListFormat("en").format(new Set(mine.map(({ name }) => `“${shown(name, 60)}”`)));
  return (
    <div>
      <dt>Then</dt>
      <dd>
        {mine.length === 1 ? "The rule" : "The rules"} {names} {mine.length === 1 ? "decides" : "decide"} about them
        again
        {seconds > 0 && ` after ${plural(seconds, "second")}`}. To decide yourself, let{" "}
        {mine.length === 1 ? "it" : "them"} rest first.
      </dd>
    </div>
  );
}

export function DriftNote({ expected, actual }: { expected: number; actual: number }) {
  return (
    <p className="confirm-drift" role="alert">
      You saw {plural(expected, "row")} and <strong>{number(actual)}</strong> {actual === 1 ? "matches" : "match"} now,
      so nothing was changed. Go on with the {number(actual)} of now, or cancel and look again.
    </p>
  );
}

export function ForecastFacts({ workflow, rows }: { workflow: WorkflowMeta; rows: number }) {
  const forecast = useQuery({
    queryKey: ["forecast", workflow.name, rows],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/forecast`, { rows }, signal),
    retry: false,
    placeholderData: undefined,
  });
  const { time_words, cost_words } = forecast.data ?? {};
  const { simulated } = useMeta();
  return (
    <>
      <div>
        <dt>Time</dt>
        <dd>{forecast.error ? "No forecast: the server did not give one." : (time_words ?? "…")}</dd>
      </div>
      {cost_words && (
        <div>
          <dt>Cost</dt>
          <dd>
            {cost_words}
            {simulated && " Simulated: nothing is billed."}
          </dd>
        </div>
      )}
    </>
  );
}
