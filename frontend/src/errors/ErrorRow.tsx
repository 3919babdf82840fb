import { Link } from "wouter";
import { useWorkflow } from "../api/queries.ts";
import type { ErrorGroup } from "../api/types.ts";
import { Sparkline } from "../charts/Sparkline.tsx";
import { number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";
import { Moment } from "../ui/Moment.tsx";
import { StateDot } from "../ui/State.tsx";
import { adviceOn, exampleOf, headline, trendWords } from "./groups.ts";

interface ErrorRowProps {
  group: ErrorGroup;
  refusal: string | null;
  isTicked: boolean;
  onTick: () => void;
  onAsk: (status: "Queued" | "Skipped") => void;
}

export function ErrorRow({ group, refusal, isTicked, onTick, onAsk }: ErrorRowProps) {
  const workflow = useWorkflow(group.workflow);
  const rows = workflow ? linkTo(workflow.kebab, { status: "Error", q: group.search }) : null;
  const name = shown(headline(group), 400);
  const advice = adviceOn(group);
  const isOff = refusal !== null || !workflow;
  return (
    <tr>
      <th scope="row">
        <div className="cause">
          <input type="checkbox" checked={isTicked} aria-label={`Select ${name}`} onChange={onTick} />
          <StateDot state="Error" />
          <div>
            <span className="foreign cause-name">{name}</span>
            {group.example !== group.signature && (
              <span className="foreign quiet cause-example" title={shown(group.example)}>
                {shown(exampleOf(group), 200)}
              </span>
            )}
            {advice && <span className="quiet cause-advice">{advice}</span>}
          </div>
        </div>
      </th>
      <td className="errors-workflow">{workflow?.title ?? shown(group.workflow)}</td>
      <td className="number errors-number">{number(group.count)}</td>
      <td className="errors-trend">
        <Sparkline values={group.trend} words={trendWords(group.trend)} />
      </td>
      <td className="quiet errors-last">
        <Moment at={group.last_at} />
      </td>
      <td>
        <div className="errors-actions">
          {rows && (
            <Link href={rows} className="button" aria-label={`Open the rows of ${name}`}>
              Open
            </Link>
          )}
          <button
            type="button"
            className="button"
            disabled={isOff}
            title={refusal ?? undefined}
            aria-label={`Retry all of ${name}`}
            onClick={() => onAsk("Queued")}
          >
            Retry all
          </button>
          <button
            type="button"
            className="button"
            disabled={isOff}
            title={refusal ?? undefined}
            aria-label={`Skip all of ${name}`}
            onClick={() => onAsk("Skipped")}
          >
            Skip all
          </button>
        </div>
      </td>
    </tr>
  );
}
