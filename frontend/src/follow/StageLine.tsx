import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import { pathOf } from "../api/workflows.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { StateBar } from "../ui/State.tsx";
import { countOf, endingWords, isLast, isOfBusinesses, type Stage, turnOf, whose, wordsOf } from "./stages.ts";

interface StageLineProps {
  stage: Stage;
  origin: string;
  goesOn: boolean;
  onChoose: (goesOn: boolean) => void;
}

export function StageLine({ stage, origin, goesOn, onChoose }: StageLineProps) {
  const { workflow, states } = stage;
  const turn = turnOf(stage);
  const { delivery_targets } = useMeta();
  const { origin: from, search } = whose(workflow, origin);
  const rows = (status: string | null) => linkTo(workflow.kebab, { status, origin: from, q: search });
  return (
    <li className={`stage stage-${turn}`}>
      <div className="stage-name">
        <Link href={rows(null)} title={workflow.purpose}>
          <span className="code">{workflow.code}</span> {workflow.title}
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
        {(isLast(stage) || isOfBusinesses(stage)) && states.Complete > 0 && (
          <Endings stage={stage} origin={origin} key={states.Complete} />
        )}
        {isLast(stage) && delivery_targets.length === 0 && (
          <>
            <Link href="/settings/delivery">No delivery target is set up</Link>: contacts are checked and sent nowhere.
          </>
        )}
      </p>
      <Choice stage={stage} goesOn={goesOn} onChoose={onChoose} decide={rows("New")} />
    </li>
  );
}

/** Done is not sent, nor is a website found: what became of the others, by its cause. */
function Endings({ stage, origin }: { stage: Stage; origin: string }) {
  const { workflow } = stage;
  const { data } = useQuery({
    queryKey: ["facets", workflow.name, "endings", origin],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/facets`, { status_filter: ["Complete"], origin }, signal),
  });
  const values = data?.fields.find(({ name }) => name === "outcome")?.values ?? [];
  const told = endingWords(stage, values);
  return told ? `${shown(told, 300)} ` : null;
}

function Choice({
  stage,
  goesOn,
  onChoose,
  decide,
}: {
  stage: Stage;
  goesOn: boolean;
  onChoose: (goesOn: boolean) => void;
  decide: string;
}) {
  const refusal = useRefusal("curator");
  const { title } = stage.workflow;
  const verb = stage.workflow.hands_over ? "Send all" : "Go on with all";
  return (
    <div className="stage-choice">
      <button
        type="button"
        className="button"
        aria-pressed={goesOn}
        aria-label={`${verb}: ${title}`}
        disabled={refusal !== null}
        title={refusal ?? "What comes here is queued, also when you close this page"}
        onClick={() => onChoose(!goesOn)}
      >
        <Icon name={goesOn ? "check" : "bolt"} />
        {verb}
      </button>
      <Link className="button" href={decide} aria-label={`Decide myself: ${title}`} onClick={() => onChoose(false)}>
        Decide myself
      </Link>
    </div>
  );
}
