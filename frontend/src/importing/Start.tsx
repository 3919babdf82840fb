// What importing would come to, and the button that does it.
import { useState } from "react";
import { useMeta } from "../api/queries.ts";
import { verbOf } from "../api/sending.ts";
import type { ImportPreview } from "../api/types.ts";
import { number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { Progress } from "../ui/Progress.tsx";
import { CountryChoice } from "./CountryChoice.tsx";
import { SUBJECTS, sheetWords, startWords, sumWords } from "./subjects.ts";
import type { Importing } from "./useImport.ts";

const ROWS_OF_PREVIEW = 1_000;

interface StartProps {
  importing: Importing;
  looked: { preview: ImportPreview; country: string };
  refusal: string | null;
}

export function Start({ importing, looked: { preview, country }, refusal }: StartProps) {
  const { into, run, looked } = importing;
  const tab = useMeta().workflows.find(({ table }) => table === SUBJECTS[into].table);
  const [queue, setQueue] = useState(false);
  const [list, setList] = useState("");
  const isWhole = preview.rows.length < ROWS_OF_PREVIEW;
  const isEmpty = preview.rows.length === 0;
  return (
    <section className="card import-start" aria-labelledby="import-start">
      <h2 id="import-start">
        {isWhole ? "Importing would come to" : `The first ${number(preview.rows.length)} lines would come to`}
      </h2>
      <p role="status">
        {isEmpty
          ? (preview.problem ?? "There is no row in the file.")
          : `Nothing is written yet. ${sumWords(preview, into)}`}
      </p>
      {preview.numbers.without_country > 0 && (
        <CountryChoice preview={preview} country={country} importing={importing} />
      )}
      {preview.sheets.length > 1 && (
        <label>
          Sheet
          <select value={preview.sheet ?? ""} onChange={(event) => importing.chooseSheet(event.target.value)}>
            {preview.sheets.map((sheet) => (
              <option key={sheet} value={sheet}>
                {shown(sheet, 80)}
              </option>
            ))}
          </select>
          <small>{sheetWords(preview)}</small>
        </label>
      )}
      {into === "places" && (
        <label>
          Put on a list, if you like
          <input value={list} maxLength={200} onChange={(event) => setList(event.target.value)} />
        </label>
      )}
      <label className="check">
        <input type="checkbox" checked={queue} onChange={(event) => setQueue(event.target.checked)} />
        {tab ? verbOf("Queued", tab) : "Queue"} those that nobody has decided about yet
      </label>
      {run.isPending ? (
        <Progress done={0} total={null} label="Importing; rows that are written stay, whatever happens" />
      ) : (
        <button
          type="button"
          className="button primary"
          disabled={refusal !== null || isEmpty || looked.isFetching}
          title={refusal ?? undefined}
          onClick={() => run.mutate({ queue: queue ? "true" : null, list_name: list.trim() || null })}
        >
          {isWhole ? startWords(preview) : "Import the whole file"}
        </button>
      )}
      {run.error && (
        <p className="problem" role="alert">
          {inWords(run.error)}
        </p>
      )}
    </section>
  );
}
