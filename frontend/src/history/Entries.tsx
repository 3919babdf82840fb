import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { post } from "../api/client.ts";
import { useWorkflow } from "../api/queries.ts";
import type { Job, Message, SettingChange } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { undo } from "../shell/undo.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { linkTo } from "../text/url.ts";
import { JobProgress } from "../ui/JobProgress.tsx";
import { Moment } from "../ui/Moment.tsx";
import { StateDot } from "../ui/State.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { capital, didWords, isUndoable, likeOf, stateWords } from "./batches.ts";
import { byDay, type Entry } from "./merging.ts";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });

export function Entries({ entries, refusal }: { entries: readonly Entry[]; refusal: string | null }) {
  return byDay(entries, (moment) => day.format(new Date(moment))).map(([title, those]) => (
    <section key={title} aria-label={title}>
      <h2 className="history-day">{title}</h2>
      <div className="card history-card" tabIndex={0} role="group" aria-label={`What happened on ${title}`}>
        <table className="table stack">
          <thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">Which</th><th scope="col">State</th><th scope="col"><span className="visually-hidden">Actions</span></th></tr></thead>
          <tbody>
            {those.map((entry) => (entry.kind === "batch" ? <BatchRow key={entry.batch.id} batch={entry.batch} refusal={refusal} /> : <SettingRow key={entry.change.id} change={entry.change} />))}
          </tbody>
        </table>
      </div>
    </section>
  ));
}

function BatchRow({ batch, refusal }: { batch: Job; refusal: string | null }) {
  const client = useQueryClient();
  const workflow = useWorkflow(batch.workflow);
  const what = didWords(batch);
  const like = likeOf(batch.state);
  return (
    <tr>
      <td><Moment at={batch.made_at} /></td>
      <td className="foreign">{shown(batch.made_by, 40)}</td>
      <th scope="row">{what}<span className="quiet history-of"><span className="code">{workflow?.code}</span> {workflow?.title ?? shown(batch.workflow)}</span></th>
      <td className="foreign history-words">{batch.filter_in_words ? shown(batch.filter_in_words, 300) : <span className="quiet">chosen one by one</span>}</td>
      <td>
        {batch.state === "running" ? <JobProgress job={batch} /> : <span className={`state state-${like.toLowerCase()}`}><StateDot state={like} />{stateWords(batch)}</span>}
        {batch.failure && <span className="foreign problem history-of">{shown(batch.failure, 200)}</span>}
      </td>
      <td>
        <div className="history-actions">
          {workflow && <Link href={linkTo(workflow.kebab, { q: `batch:${batch.id}` })} className="button" aria-label={`Rows of: ${what}`}>Rows</Link>}
          {isUndoable(batch) && <button type="button" className="button" disabled={refusal !== null} title={refusal ?? undefined} aria-label={`Undo: ${what}`} onClick={() => void undo(client, batch.id)}>Undo</button>}
        </div>
      </td>
    </tr>
  );
}

function SettingRow({ change }: { change: SettingChange }) {
  const client = useQueryClient();
  const workflow = useWorkflow(change.workflow ?? "");
  const refusal = useRefusal("admin");
  const name = capital(change.field.replaceAll("_", " "));
  const takeBack = async () => {
    try {
      const answer = await post<Message | undefined>(`/settings/changes/${change.id}/undo`);
      toast(answer?.message ?? `${name} is what it was.`);
    } catch (error) {
      problem(inWords(error));
    }
    for (const key of ["settings", "overview", "meta"]) void client.invalidateQueries({ queryKey: [key] });
  };
  return (
    <tr>
      <td><Moment at={change.made_at} /></td>
      <td className="foreign">{shown(change.made_by, 40)}</td>
      <th scope="row">Setting: {shown(name, 80)}<span className="quiet history-of">{workflow ? <><span className="code">{workflow.code}</span> {workflow.title}</> : "everywhere"}</span></th>
      <td className="foreign history-words">{shown(change.before ?? "default", 100)} → <b>{shown(change.after ?? "default", 100)}</b></td>
      <td><span className={`state state-${change.undone ? "new" : "complete"}`}><StateDot state={change.undone ? "New" : "Complete"} />{change.undone ? "Undone" : "Done"}</span></td>
      <td>
        <div className="history-actions">
          {!change.undone && <button type="button" className="button" disabled={refusal !== null} title={refusal ?? undefined} aria-label={`Undo: ${shown(name, 80)}`} onClick={() => void takeBack()}>Undo</button>}
        </div>
      </td>
    </tr>
  );
}
