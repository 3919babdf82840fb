import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { verbOf } from "../api/sending.ts";
import type { Row, Settable, WorkflowMeta } from "../api/types.ts";
import { Marked } from "../detail/Marked.tsx";
import { columnValue, hostOf, insightQuery, seenValues, titleOf, toldOf, urlOf } from "../detail/rows.ts";
import { Address, isEmpty, Value } from "../detail/Value.tsx";
import type { ActionName } from "../keys/keymap.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { shown } from "../text/shown.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Moment } from "../ui/Moment.tsx";
import { StateMark } from "../ui/State.tsx";

interface CardProps {
  workflow: WorkflowMeta;
  row: Row;
  words: readonly string[];
  decision: Settable | undefined;
  /** It became something else since it was listed, by somebody else. */
  isChanged: boolean;
  /** And decided about here, too late. */
  isOvertaken: boolean;
  refusal: string | null;
  onDecide: (status: Settable) => void;
  onLater: () => void;
  onDomain: () => void;
}

export function ReviewCard({
  workflow,
  row,
  words,
  decision,
  isChanged,
  isOvertaken,
  refusal,
  onDecide,
  onLater,
  onDomain,
}: CardProps) {
  const url = urlOf(workflow, row);
  const host = hostOf(workflow, row);
  return (
    <article className="card review-card">
      <header>
        <h2 className="foreign">
          {url === titleOf(workflow, row) ? <Address url={url} /> : shown(titleOf(workflow, row), 300)}
        </h2>
        {decision && (
          <span className="review-decision">
            You decided: <StateMark state={decision} />
          </span>
        )}
        {!decision && isChanged && <ChangedMeanwhile workflow={workflow} row={row} isOvertaken={isOvertaken} />}
      </header>
      {url && url !== titleOf(workflow, row) && (
        <p className="row-link">
          <Address url={url} />
        </p>
      )}
      <Content workflow={workflow} row={row} words={words} />
      <div className="review-buttons">
        <Press name="review-queue" icon="bolt" primary why={refusal} onClick={() => onDecide("Queued")}>
          {verbOf("Queued", workflow)}
        </Press>
        <Press name="review-skip" why={refusal} onClick={() => onDecide("Skipped")}>
          Skip
        </Press>
        <Press name="review-later" onClick={onLater}>
          Later
        </Press>
        <Press name="review-reset" why={refusal} onClick={() => onDecide("New")}>
          Reset
        </Press>
        {host && (
          <Press name="review-skip-domain" why={refusal} onClick={onDomain}>
            Skip its domain
          </Press>
        )}
        {refusal && <p className="quiet">{refusal}</p>}
      </div>
    </article>
  );
}

/** By whom and when, once the history says so. */
function ChangedMeanwhile({ workflow, row, isOvertaken }: Pick<CardProps, "workflow" | "row" | "isOvertaken">) {
  const decisions = useQuery({ ...insightQuery(workflow, row.id), staleTime: 0 }).data?.decisions ?? [];
  const last = decisions.find(
    ({ workflow: where, status }) => where === workflow.name && status === row.curation_status,
  );
  return (
    <span className="review-decision" role="status">
      Meanwhile: <StateMark state={row.state} />
      {last && (
        <span>
          by <b className="foreign">{shown(last.made_by, 60)}</b> <Moment at={last.made_at} />
        </span>
      )}
      {isOvertaken && <b>Your decision was not taken.</b>}
    </span>
  );
}

interface PressProps {
  name: ActionName;
  icon?: IconName;
  primary?: boolean;
  why?: string | null;
  onClick: () => void;
  children: string;
}

function Press({ name, icon, primary = false, why = null, onClick, children }: PressProps) {
  const { print } = useKeyMap();
  return (
    <button
      type="button"
      className={primary ? "button primary" : "button"}
      disabled={why !== null}
      title={why ?? undefined}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {children} <kbd>{print(name)}</kbd>
    </button>
  );
}

/** The text where a page was read; what is known of the row where none was. */
function Content({ workflow, row, words }: { workflow: WorkflowMeta; row: Row; words: readonly string[] }) {
  const { data, error } = useQuery(insightQuery(workflow, row.id));
  const text = data?.text;
  const values = useMemo(() => seenValues(workflow, row, data), [workflow, row, data]);
  if (text?.text) {
    return (
      <div className="review-text foreign" tabIndex={0} role="region" aria-label="Text of the page">
        <p className="quiet review-source">
          Text of the page, read <Moment at={text.read_at} />
          {text.is_cut && "; only the beginning"}
        </p>
        <Marked text={text.text} words={words} values={values} />
      </div>
    );
  }
  return (
    <div className="review-text" tabIndex={0} role="region" aria-label="What is known" aria-busy={!data && !error}>
      <p className="quiet review-source">
        {data ? "No text was read yet; this is what is known." : error ? error.message : "Loading…"}
      </p>
      <dl className="review-known">
        {workflow.columns
          .filter(({ name }) => !isEmpty(columnValue(row, name)) && !name.endsWith("_absence"))
          .map(({ name, label, kind }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                {kind === "text" || kind === "url" ? (
                  <span className="foreign">
                    <Marked text={String(columnValue(row, name))} words={words} />
                  </span>
                ) : (
                  <Value value={toldOf(row, name)} kind={kind} label={label} />
                )}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
