// Where the row came from and what came of it; each step leads to its own tab and back.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import type { Relative, State, Step, WorkflowMeta } from "../api/types.ts";
import { shortAddress } from "../text/address.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";
import { STATES, StateDot, StateMark } from "../ui/State.tsx";
import { Part } from "./Part.tsx";
import { lineageQuery, rowQuery, titleOf } from "./rows.ts";

const asState = (value: string | undefined): State | null => STATES.find((state) => state === value) ?? null;

export function Lineage({ workflow, id, from }: { workflow: WorkflowMeta; id: string; from: string }) {
  const { data, error, refetch } = useQuery(lineageQuery(workflow, id));
  return (
    <Part title="Lineage" error={error} retry={() => void refetch()} isLoading={!data}>
      <ol className="lineage">
        {data?.map((step) => (
          <LineageStep key={step.table} step={step} workflow={workflow} id={id} from={from} />
        ))}
      </ol>
    </Part>
  );
}

interface StepProps {
  step: Step;
  workflow: WorkflowMeta;
  id: string;
  from: string;
}

function LineageStep({ step, workflow, id, from }: StepProps) {
  const { workflows } = useMeta();
  const here = step.depth === 0;
  const readers = workflows.filter(({ name }) => step.workflows.includes(name));
  const tab = here ? workflow : readers[0];
  const first = step.rows[0];
  const states = readers.map(({ name, title }) => ({ name, title, state: asState(first?.states[name]) }));
  return (
    <li className={here ? "lineage-here" : undefined} aria-current={here ? "step" : undefined}>
      <StateDot state={states[0]?.state ?? "New"} />
      <div className="lineage-step">
        <p className="lineage-what">
          {readers.length > 1 && !here ? capital(step.table) : tab ? tab.title : capital(step.table)}
          {step.count > 1 && ` · ${step.count_is_capped ? "more than " : ""}${plural(step.count, "row")}`}
        </p>
        {here ? (
          <Itself workflow={workflow} id={id} step={step} />
        ) : (
          <Relatives step={step} tab={tab} origin={`${workflow.table}:${id}`} from={from} />
        )}
      </div>
      <span className="lineage-states">
        {step.count === 1 &&
          states.map(({ name, title, state }) => (
            <span key={name}>
              {states.length > 1 && <span className="quiet">{title} </span>}
              <StateMark state={state} />
            </span>
          ))}
      </span>
    </li>
  );
}

function Itself({ workflow, id, step }: { workflow: WorkflowMeta; id: string; step: Step }) {
  const { data: row } = useQuery({ ...rowQuery(workflow, id), enabled: !step.rows[0]?.label });
  return (
    <p className="lineage-label foreign">
      {row && !step.rows[0]?.label ? shown(titleOf(workflow, row), 160) : label(step.rows[0])}
    </p>
  );
}

/** Descendants are found by their origin; ancestors, of which there are few, by their own ids. */
function Relatives({
  step,
  tab,
  origin,
  from,
}: {
  step: Step;
  tab: WorkflowMeta | undefined;
  origin: string;
  from: string;
}) {
  if (!tab) return <p className="lineage-label foreign">{label(step.rows[0])}</p>;
  if (step.depth > 0) {
    const words = step.count === 1 ? label(step.rows[0]) : `All ${plural(step.count, "row")} of it`;
    return (
      <Link className="lineage-label foreign" href={linkTo(tab.kebab, { origin, from })}>
        {words}
      </Link>
    );
  }
  return (
    <>
      {step.rows.map((relative) => (
        <Link
          key={relative.id}
          className="lineage-label foreign"
          title={shown(relative.label ?? "")}
          href={linkTo(tab.kebab, { q: `id:${relative.id}`, item: relative.id, from })}
        >
          {label(relative)}
        </Link>
      ))}
    </>
  );
}

const capital = (table: string): string => table.charAt(0).toUpperCase() + table.slice(1).replaceAll("_", " ");
/** Of an address the host and the end, as in the rows. */
function label(relative: Relative | undefined): string {
  const words = relative?.label ?? "Without a name";
  const { host, rest } = shortAddress(words);
  return shown(words.includes("://") ? host + rest : words, 160);
}
