// A file becomes rows: chosen or dropped, looked at first, then imported, each row with what became of it.
import { useId, useState } from "react";
import { useRefusal } from "../shell/refusal.ts";
import { keysOf } from "../text/keysOf.ts";
import { bytes } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { Refusal } from "../ui/Answer.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Columns } from "./Columns.tsx";
import { Outcome } from "./Outcome.tsx";
import { PreviewRows } from "./PreviewRows.tsx";
import { Start } from "./Start.tsx";
import { SUBJECTS, subjectNamed } from "./subjects.ts";
import { type Importing, useImport } from "./useImport.ts";
import "./importing.css";

export default function ImportPage() {
  const refusal = useRefusal("curator");
  const importing = useImport();
  const { file, into, looked, run } = importing;
  return (
    <main id="main" className="pane importing">
      <header className="pane-head">
        <h1>Import</h1>
      </header>
      <Refusal reason={refusal} />
      <section className="card" aria-label="The file">
        <div className="import-file">
          <label>
            The rows are
            <select
              value={into}
              onChange={(event) => importing.become(subjectNamed(event.target.value) ?? "businesses")}
            >
              {keysOf(SUBJECTS).map((name) => (
                <option key={name} value={name}>
                  {SUBJECTS[name].words}
                </option>
              ))}
            </select>
          </label>
          <FileField importing={importing} />
        </div>
      </section>
      {looked.isFetching && !looked.data && <p role="status">Looking at {shown(file?.name, 80)}…</p>}
      {looked.error && (
        <p className="problem" role="alert">
          {inWords(looked.error)}
        </p>
      )}
      {run.data && <Outcome key={file?.name} answer={run.data} into={into} onNext={() => importing.begin(null)} />}
      {!run.data && looked.data && !looked.error && (
        <>
          {into === "businesses" && looked.data.preview.has_people !== null && (
            <p className="card import-hint" role="status">
              {looked.data.preview.has_people
                ? "There are people with e-mail addresses in it. As businesses, these become extra fields."
                : "There are e-mail addresses in it. As businesses, these become an extra field."}{" "}
              <button type="button" className="button" onClick={() => importing.become("contacts")}>
                Import them as contacts
              </button>
            </p>
          )}
          <Start importing={importing} looked={looked.data} refusal={refusal} />
          <Columns importing={importing} preview={looked.data.preview} />
          <PreviewRows preview={looked.data.preview} />
        </>
      )}
    </main>
  );
}

function FileField({ importing: { file, begin } }: { importing: Importing }) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={`import-drop ${isOver ? "import-over" : ""}`}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <Icon name="upload" />
      <span>
        {file ? (
          <>
            <b className="foreign">{shown(file.name, 120)}</b> <span className="quiet">{bytes(file.size)}</span>
          </>
        ) : (
          "Drop a file here, or choose one"
        )}
        <small className="quiet">
          CSV or XLSX with headings, JSON lines, or a plain list of addresses; up to 20 MB
        </small>
      </span>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods,.json,.jsonl,.ndjson"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) begin(chosen);
        }}
      />
    </label>
  );
}
