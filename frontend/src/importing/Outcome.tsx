// What became of every row.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import type { ImportAnswer, ImportSubject, ImportVerdict } from "../api/types.ts";
import { undo } from "../shell/undo.ts";
import { keysOf } from "../text/keysOf.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";
import { Choice } from "../ui/Choice.tsx";
import { SUBJECTS, seemsWords, sumWords, VERDICTS } from "./subjects.ts";

const MOST_SHOWN = 200;

interface OutcomeProps {
  answer: ImportAnswer;
  into: ImportSubject;
  onNext: () => void;
}

export function Outcome({ answer, into, onNext }: OutcomeProps) {
  const there = keysOf(VERDICTS).filter((each) => answer[each] > 0);
  const [verdict, setVerdict] = useState<ImportVerdict>(answer.refused > 0 ? "refused" : (there[0] ?? "added"));
  const tab = useMeta().workflows.find((each) => each.table === SUBJECTS[into].table);
  const rows = answer.rows.filter((row) => row.verdict === verdict);
  return (
    <section className="card import-start" aria-labelledby="import-outcome">
      <h2 id="import-outcome">Imported</h2>
      <p role="status">{sumWords(answer, into)}</p>
      {answer.left_out.length > 0 && (
        <p className="quiet foreign">Left out: {shown(answer.left_out.join(", "), 300)}</p>
      )}
      {answer.sum.seeming > 0 && (
        <p>
          <Link href="/duplicates">Decide under Duplicates</Link> which of the new ones are there already.
        </p>
      )}
      <div className="import-next">
        {tab && (
          <Link
            className="button primary"
            href={linkTo(tab.kebab, { q: answer.batch_id ? `batch:${answer.batch_id}` : null })}
          >
            {answer.batch_id ? `See what was added in ${tab.title}` : `Open ${tab.title}`}
          </Link>
        )}
        {answer.batch_id && <TakeBack batch={answer.batch_id} />}
        <button type="button" className="button" onClick={onNext}>
          Import another file
        </button>
      </div>
      {there.length > 1 && (
        <Choice
          label="Lines that were"
          options={there.map((each) => [each, `${VERDICTS[each]} ${number(answer[each])}`] as const)}
          value={verdict}
          onChange={setVerdict}
        />
      )}
      <ul className="import-results" tabIndex={0} aria-label="Lines">
        {rows.slice(0, MOST_SHOWN).map(({ line, id, reason, text, seems }) => (
          <li key={line}>
            {id && tab ? <Link href={`/w/${tab.kebab}/${id}`}>Line {line}</Link> : <>Line {line}</>}
            {reason && <span className="foreign problem"> {shown(reason, 300)}</span>}
            {text && <span className="foreign quiet"> {shown(text, 200)}</span>}
            {seems && <span className="foreign"> {seemsWords(seems)}</span>}
          </li>
        ))}
      </ul>
      {rows.length > MOST_SHOWN && <p className="quiet">and {plural(rows.length - MOST_SHOWN, "more line")}</p>}
    </section>
  );
}

/** What nobody has touched since is skipped; the history offers the same later. */
function TakeBack({ batch }: { batch: string }) {
  const client = useQueryClient();
  const [isDone, setDone] = useState(false);
  return (
    <button
      type="button"
      className="button"
      disabled={isDone}
      title="Skips the rows that were added, as long as nobody has decided about them"
      onClick={() => {
        setDone(true);
        void undo(client, batch);
      }}
    >
      {isDone ? "Taken back" : "Undo: skip what was added"}
    </button>
  );
}
