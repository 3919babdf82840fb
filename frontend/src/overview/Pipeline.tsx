import { useMemo } from "react";
import { useMeta } from "../api/queries.ts";
import type { Overview } from "../api/types.ts";
import { Legend } from "../charts/Legend.tsx";
import { useUrl } from "../text/url.ts";
import { Choice } from "../ui/Choice.tsx";
import { LOOKS, STATES } from "../ui/State.tsx";
import { FlowGraph } from "./FlowGraph.tsx";
import { MEASURE_NAMES, MEASURES, measureNamed } from "./measures.ts";

const ENTRIES = STATES.map((state) => ({ label: LOOKS[state].word, colour: state.toLowerCase() }));

export function Pipeline({ overview }: { overview: Overview }) {
  const { workflows } = useMeta();
  const [address, change] = useUrl();
  const measure = measureNamed(address.get("show"));
  const stages = useMemo(
    () => workflows.filter(({ name }) => overview.workflows.some((each) => each.name === name)),
    [workflows, overview.workflows],
  );
  return (
    <section className="card" aria-labelledby="pipeline-title">
      <header className="card-head">
        <h2 id="pipeline-title">Pipeline</h2>
        <p className="quiet">height: rows, by powers of ten · ribbon: the share that went on</p>
        <Choice
          label="Number above each stage"
          options={MEASURE_NAMES.map((name) => [name, MEASURES[name]] as const)}
          value={measure}
          onChange={(show) => change({ show: show === "counts" ? null : show }, { replace: true })}
        />
      </header>
      <FlowGraph stages={stages} overviews={overview.workflows} measure={measure} />
      <Legend entries={ENTRIES} />
    </section>
  );
}
