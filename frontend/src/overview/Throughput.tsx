// What was finished, over time: a band per workflow, errors on top of all.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { Throughput as Measured, WorkflowMeta } from "../api/types.ts";
import { type Band, StackedChart } from "../charts/StackedChart.tsx";
import { seriesName } from "../charts/series.ts";
import { moments, sum } from "../charts/stack.ts";
import { useUrl } from "../text/url.ts";
import { Answer } from "../ui/Answer.tsx";
import { Choice } from "../ui/Choice.tsx";
import { RANGE_NAMES, RANGES, type RangeName, rangeNamed } from "./ranges.ts";

export function Throughput() {
  const [address, change] = useUrl();
  const name = rangeNamed(address.get("range"));
  const range = RANGES[name];
  const query = useQuery({
    queryKey: ["throughput", name],
    queryFn: ({ signal }) => measured(name, signal),
    refetchInterval: range.again,
    staleTime: range.again,
  });
  return (
    <section className="card throughput" aria-labelledby="throughput-title">
      <header className="card-head">
        <h2 id="throughput-title">Throughput</h2>
        <p className="quiet">finished per {range.per}</p>
        <Choice
          label="How far back"
          options={RANGE_NAMES.map((each) => [each, RANGES[each].words] as const)}
          value={name}
          onChange={(wanted) => change({ range: wanted }, { replace: true })}
        />
      </header>
      <Answer query={query} what="throughput">
        {(answer) => <Chart answer={answer} per={range.per} />}
      </Answer>
    </section>
  );
}

function measured(name: RangeName, signal: AbortSignal): Promise<Measured> {
  const { seconds, step } = RANGES[name];
  const to = Math.ceil(Date.now() / 1000 / step) * step;
  return get(
    "/metrics/throughput",
    { from: new Date((to - seconds) * 1000).toISOString(), to: new Date(to * 1000).toISOString(), step },
    signal,
  );
}

function Chart({ answer, per }: { answer: Measured; per: string }) {
  const { workflows } = useMeta();
  const bands = useMemo(() => bandsOf(answer, workflows), [answer, workflows]);
  const times = useMemo(() => moments(answer.from, answer.step, answer.series[0]?.complete.length ?? 0), [answer]);
  if (bands.length === 0)
    return <p className="notice quiet">Nothing was finished in this time. Queue some rows, or look further back.</p>;
  return <StackedChart label={`Finished per ${per}`} times={times} bands={bands} />;
}

function bandsOf({ series }: Measured, workflows: readonly WorkflowMeta[]): Band[] {
  const done = workflows.flatMap(({ name, title }, index) => {
    const values = series.find((each) => each.workflow === name)?.complete ?? [];
    return sum(values) > 0 ? [{ label: title, colour: seriesName(index), values }] : [];
  });
  const failed = series[0]?.error.map((_, index) => sum(series.map((each) => each.error[index] ?? 0))) ?? [];
  return sum(failed) > 0 ? [...done, { label: "Errors", colour: "error", values: failed }] : done;
}
