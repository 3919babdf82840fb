import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import { pathOf } from "../api/workflows.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";
import { StateBar } from "../ui/State.tsx";
import {
  closedWords,
  countOf,
  endingWords,
  isLast,
  isOfBusinesses,
  type Stage,
  turnOf,
  whose,
  wordsOf,
} from "./stages.ts";

interface StageLineProps {
  stage: Stage;
  origin: string;
  /** How many rows the next stage has. */
  come: number | null;
  goesOn: boolean;
  onChoose: (goesOn: boolean) => void;
}

export function StageLine({ stage, origin, come, goesOn, onChoose }: StageLineProps) {
  const { workflow, states } = stage;
  const turn = turnOf(stage);
  const { delivery_targets } = useMeta();
  const { origin: from, search } = whose(workflow, origin);
  const rows = (status: string | null) => linkTo(workflow.kebab, { status, origin: from, q: search });
  return (
    <li className={`stage stage-${turn}`}>
      <div className="stage-name">
        <Link href={rows(null)} title={workflow.purpose}>
          {workflow.title}
        </Link>
        <StateBar counts={states} />
      </div>
      <span className="stage-count">{number(countOf(stage))}</span>
      <p className={turn === "person" && !goesOn ? "stage-words" : "stage-words quiet"}>
        {wordsOf(stage, goesOn)}{" "}
        {states.Error > 0 && (
          <Link href={rows("Error")} className="stage-failed">
            See what failed
          </Link>
        )}
        {(stage.put_off ?? 0) > 0 && <PutOff stage={stage} origin={origin} key={`${stage.put_off} put off`} />}
        {(isLast(stage) || isOfBusinesses(stage)) && states.Complete > 0 && (
          <Endings stage={stage} origin={origin} come={come} key={states.Complete} />
        )}
        {states.Skipped > 0 && <Closed stage={stage} origin={origin} key={`closed ${states.Skipped}`} />}
        {isLast(stage) && delivery_targets.length === 0 && (
          <>
            <Link href="/settings/delivery">No delivery target is set up</Link>: contacts are checked and sent nowhere.
          </>
        )}
      </p>
      <Going stage={stage} goesOn={goesOn} onChoose={onChoose} decide={rows("New")} />
    </li>
  );
}

/** Done is not sent, nor is a website found: what became of the others, by its cause. */
function Endings({ stage, origin, come }: Pick<StageLineProps, "stage" | "origin" | "come">) {
  const { workflow } = stage;
  const { data } = useQuery({
    queryKey: ["facets", workflow.name, "endings", origin],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/facets`, { status_filter: ["Complete"], origin }, signal),
  });
  const values = data?.fields.find(({ name }) => name === "outcome")?.values ?? [];
  const told = endingWords(stage, values, come);
  return told ? `${shown(told, 300)} ` : null;
}

/** Of those that were skipped, how many are closed as their source says. */
function Closed({ stage: { workflow }, origin }: Pick<StageLineProps, "stage" | "origin">) {
  const { data } = useQuery({
    queryKey: ["facets", workflow.name, "closed", origin],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/facets`, { status_filter: ["Skipped"], origin }, signal),
    enabled: workflow.columns.some(({ name }) => name === "business_status"),
  });
  return closedWords(data?.fields.find(({ name }) => name === "business_status")?.values ?? []);
}

/** What waits for money waits for a person, who may give it some. */
function PutOff({ stage: { workflow }, origin }: Pick<StageLineProps, "stage" | "origin">) {
  const { origin: from, search } = whose(workflow, origin);
  const query = { status_filter: ["Queued" as const], search, ...(from ? { origin: from } : {}) };
  const { data } = useQuery({
    queryKey: ["facets", workflow.name, "put off", origin],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/facets`, query, signal),
  });
  const values = data?.fields.find(({ name }) => name === "outcome")?.values ?? [];
  const count = values.find(({ value }) => value === "budget")?.count ?? 0;
  if (count === 0) return null;
  return (
    <>
      {plural(count, "waits", "wait")} for budget: <Link href="/rules/budgets">raise it</Link>.{" "}
    </>
  );
}

interface GoingProps {
  stage: Stage;
  goesOn: boolean;
  onChoose: (goesOn: boolean) => void;
  decide: string;
}

/** How the stage goes on, whatever is there now; and the way to what waits for a decision. */
function Going({ stage, goesOn, onChoose, decide }: GoingProps) {
  const refusal = useRefusal("curator");
  const { title, hands_over } = stage.workflow;
  const option = (isOn: boolean, words: string, means: string) => (
    <button
      type="button"
      aria-pressed={goesOn === isOn}
      disabled={refusal !== null}
      title={refusal ?? means}
      onClick={() => onChoose(isOn)}
    >
      {words}
    </button>
  );
  return (
    <div className="stage-choice">
      {!goesOn && stage.states.New > 0 && (
        <Link className="button" href={decide} aria-label={`Decide myself: ${title}`}>
          Decide myself
        </Link>
      )}
      <div className="segments" role="group" aria-label={`How ${title} ${hands_over ? "are sent" : "go on"}`}>
        {option(true, "Automatic", "What comes here is queued, also when you close this page")}
        {option(false, "By hand", "What comes here waits for you")}
      </div>
    </div>
  );
}
