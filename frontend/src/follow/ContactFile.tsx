// The end of the way: the contacts of this search as a file.
import { type ReactNode, useState } from "react";
import { FORMATS, fileParts } from "../exports/draft.ts";
import { fileOf, rowsWords } from "../exports/jobs.ts";
import { exportAddress } from "../grid/exporting.ts";
import { NOTHING } from "../grid/selection.ts";
import { useExportRefusal } from "../shell/refusal.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { useGo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { Progress } from "../ui/Progress.tsx";
import { checkedWords, type FileChoices, leftOutWords, makeWords, ONLY_USABLE, rowsOf } from "./file.ts";
import { countOf, type Stage } from "./stages.ts";
import { useBest, useFile, useFindings, useTotal, useWebsites } from "./useFile.ts";

export function ContactFile({ stage, origin }: { stage: Stage; origin: string }) {
  const { workflow } = stage;
  const go = useGo();
  const refusal = useExportRefusal();
  const [choices, setChoices] = useState<FileChoices>(ONLY_USABLE);
  const contacts = countOf(stage);
  const addressed = workflow.search_fields.find(({ kind }) => kind === "email")?.name;
  const { status, search } = rowsOf(choices, addressed);
  const reachable = useTotal(workflow, origin, rowsOf({ ...choices, isReachableOnly: true }, addressed), contacts);
  const all = useTotal(workflow, origin, { status, search }, contacts) ?? 0;
  const best = useBest(workflow, origin, { status, search }, choices.isOnePer ? contacts : null);
  const count = choices.isOnePer && all > 0 ? best : all;
  const told = rowsOf({ ...choices, isReachableOnly: false }, addressed);
  const websites = useWebsites(workflow, origin, told, contacts);
  const { outcomes, verdicts } = useFindings(workflow, origin, contacts);
  const leftOut = leftOutWords(stage, outcomes);
  const preset = choices.isEveryColumn ? null : "plain";
  const { job, isWriting, make, forget } = useFile({
    workflow: workflow.name,
    origin,
    status,
    search,
    preset,
    format: choices.format,
    one_per_business: choices.isOnePer,
  });
  const ready = job?.state === "ready" && job.suppressed_since === 0 ? job : null;
  const isOutdated = ready !== null && count !== undefined && (ready.total ?? ready.rows) !== count;
  const choose = (choice: Partial<FileChoices>) => {
    setChoices({ ...choices, ...choice });
    forget();
  };
  return (
    <section className="card follow-file" aria-labelledby="follow-file">
      <h2 id="follow-file">
        {plural(contacts - (choices.isWithRejected ? 0 : leftOut.count), "contact")} so far
        {websites !== undefined && <span className="quiet"> of {plural(websites, "website")}</span>}
        {leftOut.count > 0 && (
          <span className="quiet">
            ; {leftOut.words} {choices.isWithRejected ? "among them" : "left out"}
          </span>
        )}
      </h2>
      {verdicts && reachable ? <p className="quiet">{checkedWords(verdicts, reachable)}</p> : null}
      <div className="follow-choices">
        {leftOut.count > 0 && (
          <Tick isTicked={choices.isWithRejected} onTick={(isWithRejected) => choose({ isWithRejected })}>
            also those
          </Tick>
        )}
        {contacts > 0 && (
          <>
            <Tick isTicked={choices.isReachableOnly} onTick={(isReachableOnly) => choose({ isReachableOnly })}>
              only {reachable === undefined ? "those" : `the ${number(reachable)}`} with an e-mail address
            </Tick>
            <Tick isTicked={choices.isOnePer} onTick={(isOnePer) => choose({ isOnePer })}>
              only the best of each business: somebody by name before an office
            </Tick>
            <Tick isTicked={choices.isEveryColumn} onTick={(isEveryColumn) => choose({ isEveryColumn })}>
              with all columns
            </Tick>
            <Tick
              isTicked={choices.format === "xlsx"}
              onTick={(isWorkbook) => choose({ format: isWorkbook ? "xlsx" : "csv" })}
            >
              for Excel (XLSX)
            </Tick>
          </>
        )}
      </div>
      {ready && (
        <a className={isOutdated ? "button" : "button primary"} href={fileOf(ready)} download>
          <Icon name="download" />
          Download {isOutdated ? `the ${rowsWords(ready)} of before` : rowsWords(ready)}
        </a>
      )}
      {isWriting ? (
        <div role="status">
          Writing the file…{" "}
          <Progress
            done={job?.rows ?? 0}
            total={job?.total ?? null}
            label={`${plural(job?.rows ?? 0, "row")} written`}
          />
        </div>
      ) : (
        (ready === null || isOutdated) && (
          <button
            type="button"
            className="button primary"
            disabled={count === 0 || refusal !== null}
            title={refusal ?? (count === 0 ? "There is no contact for it yet" : undefined)}
            onClick={() => void make()}
          >
            <Icon name="download" />
            {makeWords(ready !== null, count, FORMATS[choices.format])}
          </button>
        )
      )}
      <button
        type="button"
        className="link-button"
        onClick={() =>
          go(exportAddress(workflow.name, { states: status, search, origin }, NOTHING, fileParts(choices)))
        }
      >
        Other columns, rows and programs
      </button>
      {job?.state === "failed" && (
        <p className="problem" role="alert">
          {shown(job.failure ?? "The file could not be written.", 300)}
        </p>
      )}
    </section>
  );
}

interface TickProps {
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  children: ReactNode;
}

function Tick({ isTicked, onTick, children }: TickProps) {
  return (
    <label className="follow-only">
      <input type="checkbox" checked={isTicked} onChange={() => onTick(!isTicked)} />
      <span>{children}</span>
    </label>
  );
}
