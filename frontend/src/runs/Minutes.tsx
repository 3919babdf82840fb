import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import { Bars } from "../charts/Bars.tsx";
import { Legend } from "../charts/Legend.tsx";
import { seriesName } from "../charts/series.ts";
import { moments, sum } from "../charts/stack.ts";
import { number } from "../text/numbers.ts";
import { Answer } from "../ui/Answer.tsx";

interface Counted {
  from: string;
  step: number;
  workflows: Record<string, number[]>;
}

export function Minutes({ workflow }: { workflow: string }) {
  const query = useQuery({
    queryKey: ["runs", "minutes"],
    queryFn: ({ signal }) => get("/runs/minutes", { hours: 1 }, signal),
    refetchInterval: 20_000,
  });
  return (
    <section className="card" aria-labelledby="minutes-title">
      <header className="card-head">
        <h2 id="minutes-title">Attempts per minute</h2>
        <p className="quiet">last hour</p>
      </header>
      <Answer query={query} what="minutes">
        {(counted) => <Drawing counted={counted} workflow={workflow} />}
      </Answer>
    </section>
  );
}

function Drawing({ counted, workflow }: { counted: Counted; workflow: string }) {
  const { workflows } = useMeta();
  const bands = workflows.flatMap(({ name, title }, index) => {
    const values = counted.workflows[name] ?? [];
    return sum(values) > 0 && (!workflow || name === workflow)
      ? [{ label: title, colour: seriesName(index), values }]
      : [];
  });
  const steps = Math.max(0, ...bands.map((band) => band.values.length));
  if (steps === 0) return <p className="quiet">Nothing ran in the last hour.</p>;
  return (
    <>
      <Bars
        label="Attempts per minute in the last hour"
        times={moments(counted.from, counted.step, steps)}
        bands={bands}
      />
      <Legend
        entries={bands.map((band) => ({ label: band.label, colour: band.colour, value: number(sum(band.values)) }))}
      />
    </>
  );
}
