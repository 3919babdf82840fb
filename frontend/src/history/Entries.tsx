import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useWorkflow } from "../api/queries.ts";
import type { Job } from "../api/types.ts";
import { undo } from "../shell/undo.ts";
import { plural } from "../text/numbers.ts";
import { refusedWords } from "../text/refused.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";
import { JobProgress } from "../ui/JobProgress.tsx";
import { Moment } from "../ui/Moment.tsx";
import { StateDot } from "../ui/State.tsx";
import { didWords, isUndoable, likeOf, stateWords } from "./batches.ts";
import { byDay, byMachine, type Entry, kindOf, lastOf } from "./merging.ts";
import { SettingRow } from "./SettingRow.tsx";
import { Who } from "./Who.tsx";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });

export function Entries({ entries, refusal }: { entries: readonly Entry[]; refusal: string | null }) {
  const dayOf = (moment: string) => day.format(new Date(moment));
  return byDay(byMachine(entries, dayOf), dayOf).map(([title, those]) => (
    <section key={title} aria-label={title}>
      <h2 className="history-day">{title}</h2>
      <div className="card history-card" tabIndex={0} role="group" aria-label={`What happened on ${title}`}>
        <table className="table stack">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">Which</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {those.map((entry) =>
              entry.kind === "batch" ? (
                <BatchRow key={entry.batch.id} batch={entry.batch} refusal={refusal} />
              ) : entry.kind === "batches" ? (
                <BatchRows key={entry.batches[0]?.id} batches={entry.batches} refusal={refusal} />
              ) : (
                <SettingRow key={entry.changes[0]?.id} changes={entry.changes} />
              ),
            )}
          </tbody>
        </table>
      </div>
    </section>
  ));
}

/** As one line, which opens. */
function BatchRows({ batches, refusal }: { batches: readonly Job[]; refusal: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const [newest] = batches;
  const workflow = useWorkflow(newest?.workflow ?? "");
  if (!newest) return null;
  const rows = batches.reduce((sum, { total }) => sum + total, 0);
  const what = didWords({ ...newest, total: rows }, workflow?.table);
  return (
    <>
      <tr>
        <td>
          <Moment at={lastOf(newest)} />
        </td>
        <td>
          <Who name={kindOf(newest)} />
        </td>
        <th scope="row">
          {what}
          <span className="quiet history-of">{workflow?.title ?? shown(newest.workflow)}</span>
        </th>
        <td className="quiet">in {plural(batches.length, "part")}</td>
        <td />
        <td>
          <div className="history-actions">
            <button
              type="button"
              className="button"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? "Hide" : "Show"} each: ${what}`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? "Hide each" : "Show each"}
            </button>
          </div>
        </td>
      </tr>
      {isOpen && batches.map((batch) => <BatchRow key={batch.id} batch={batch} refusal={refusal} />)}
    </>
  );
}

function BatchRow({ batch, refusal }: { batch: Job; refusal: string | null }) {
  const client = useQueryClient();
  const workflow = useWorkflow(batch.workflow);
  const what = didWords(batch, workflow?.table);
  const like = likeOf(batch.decided_anew > 0 && batch.state === "done" ? "cancelled" : batch.state);
  const [state, why] = stateWords(batch).split("; ");
  const refused = batch.state === "running" ? null : refusedWords(batch);
  const which = batch.told ?? batch.filter_in_words;
  return (
    <tr>
      <td>
        <Moment at={lastOf(batch)} />
      </td>
      <td>
        <Who name={batch.made_by} />
      </td>
      <th scope="row">
        {what}
        <span className="quiet history-of">{workflow?.title ?? shown(batch.workflow)}</span>
      </th>
      <td className="foreign history-words">
        {which
          ? shown(which, 300)
          : !batch.what && <span className="quiet">{batch.sitting ? "in review" : "chosen by hand"}</span>}
      </td>
      <td>
        {batch.state === "running" ? (
          <JobProgress job={batch} />
        ) : (
          <span className={`state state-${like.toLowerCase()}`}>
            <StateDot state={like} />
            {state}
          </span>
        )}
        {why && <span className="quiet history-of">{why}</span>}
        {refused && <span className="foreign quiet history-of">{refused}</span>}
        {batch.failure && <span className="foreign problem history-of">{shown(batch.failure, 200)}</span>}
      </td>
      <td>
        <div className="history-actions">
          {workflow && (
            <Link
              href={linkTo(workflow.kebab, { q: `batch:${batch.id}` })}
              className="button"
              aria-label={`Rows of: ${what}`}
            >
              Rows
            </Link>
          )}
          {isUndoable(batch) && (
            <button
              type="button"
              className="button"
              disabled={refusal !== null}
              title={refusal ?? undefined}
              aria-label={`Undo: ${what}`}
              onClick={() => void undo(client, batch.id)}
            >
              Undo
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}
