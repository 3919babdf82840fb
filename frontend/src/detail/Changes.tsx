// What people did to the row: decisions, each of its batch, and corrected values.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Change, PastDecision, WorkflowMeta } from "../api/types.ts";
import { undo } from "../shell/undo.ts";
import { number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";
import { Moment } from "../ui/Moment.tsx";
import { Part } from "./Part.tsx";
import { changesQuery, insightQuery } from "./rows.ts";

type Entry = { at: string; change: Change } | { at: string; decision: PastDecision };
const HOUR = 3_600_000;

export function Changes({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const changes = useQuery(changesQuery(workflow, id));
  const insight = useQuery(insightQuery(workflow, id));
  const entries = [
    ...(changes.data ?? []).map((change): Entry => ({ at: change.made_at, change })),
    ...(insight.data?.decisions ?? []).map((decision): Entry => ({ at: decision.made_at, decision })),
  ].sort((one, other) => other.at.localeCompare(one.at));
  const retry = () => {
    void changes.refetch();
    void insight.refetch();
  };
  return (
    <Part
      title="Changes"
      error={changes.error ?? insight.error}
      retry={retry}
      isLoading={!changes.data || !insight.data}
    >
      {entries.length === 0 ? (
        <p className="quiet">Nobody has decided about this row or corrected it.</p>
      ) : (
        <ul className="changes">
          {entries.map((entry) => (
            <li key={"change" in entry ? entry.change.id : entry.decision.batch_id}>
              {"change" in entry ? (
                <Correction change={entry.change} />
              ) : (
                <Decision decision={entry.decision} workflow={workflow} />
              )}
              <span className="quiet">
                <Moment at={entry.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Correction({ change: { field, before, after, made_by } }: { change: Change }) {
  return (
    <span>
      <b className="foreign">{shown(made_by)}</b> corrected {field.replaceAll("_", " ")}:{" "}
      <del className="foreign">{shown(before ?? "empty", 200)}</del> →{" "}
      <ins className="foreign">{shown(after ?? "empty", 200)}</ins>
    </span>
  );
}

const IMPORTED = "imported from ";

/** What was imported was nothing before. */
export const decisionWords = ({ what, line, before, status }: PastDecision): string =>
  what?.startsWith(IMPORTED)
    ? `${shown(what, 120)}${line === null ? "" : `, line ${number(line)}`}`
    : `${before} → ${status}`;

function Decision({ decision, workflow }: { decision: PastDecision; workflow: WorkflowMeta }) {
  const client = useQueryClient();
  const { batch_id, made_by, total, state, made_at } = decision;
  const isImport = decision.what?.startsWith(IMPORTED) ?? false;
  const isDone = state === "done" && Date.now() - Date.parse(made_at) < HOUR;
  return (
    <span>
      <b className="foreign">{shown(made_by)}</b> <span className="foreign">{decisionWords(decision)}</span>
      {total > 1 && (
        <>
          {" "}
          (<Link href={linkTo(workflow.kebab, { q: `batch:${batch_id}` })}>batch of {number(total)}</Link>)
        </>
      )}
      {state !== "done" && <span className="quiet"> {state}</span>}
      {isDone && (
        <>
          {" "}
          <button type="button" className="text-button" onClick={() => void undo(client, batch_id)}>
            {isImport ? "Undo the import" : "Undo"}
          </button>
        </>
      )}
    </span>
  );
}
