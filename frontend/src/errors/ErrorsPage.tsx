// What went wrong, by cause and not row by row: each group can be opened, tried again or skipped as a whole.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { get } from "../api/client.ts";
import type { ErrorGroup, ErrorGroups } from "../api/types.ts";
import { useEvent } from "../live/useLive.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number, plural } from "../text/numbers.ts";
import { useUrl } from "../text/url.ts";
import { Answer, Refusal } from "../ui/Answer.tsx";
import { Choice } from "../ui/Choice.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Notice } from "../ui/Notice.tsx";
import { WorkflowChoice } from "../ui/WorkflowChoice.tsx";
import { ErrorRow } from "./ErrorRow.tsx";
import { GroupDialog } from "./GroupDialog.tsx";
import {
  GROUPING,
  GROUPING_NAMES,
  type Grouping,
  groupingNamed,
  headWords,
  keyOf,
  rowsOf,
  SINCE,
  SINCE_NAMES,
  type Since,
  sinceNamed,
  toggled,
} from "./groups.ts";
import "./errors.css";

export type Asked = { groups: readonly ErrorGroup[]; status: "Queued" | "Skipped" };

export default function ErrorsPage() {
  const [address, change] = useUrl();
  const since = sinceNamed(address.get("since"));
  const by = groupingNamed(address.get("by"));
  const workflow = address.get("workflow") ?? "";
  const query = useErrorGroups(since, by, workflow);
  const refusal = useRefusal("curator");
  return (
    <main id="main" className="pane errors">
      <header className="pane-head">
        <h1>Errors</h1>
        {query.data && (
          <p className="quiet errors-count" role="status">
            {headWords(query.data.total, query.data.groups.length, query.data.more)}
          </p>
        )}
        <WorkflowChoice value={workflow} onChange={(wanted) => change({ workflow: wanted })} />
        <Choice
          label="Group"
          options={GROUPING_NAMES.map((name) => [name, GROUPING[name]] as const)}
          value={by}
          onChange={(wanted) => change({ by: wanted })}
        />
        <Choice
          label="How far back"
          options={SINCE_NAMES.map((name) => [name, SINCE[name]] as const)}
          value={since}
          onChange={(wanted) => change({ since: wanted })}
        />
      </header>
      <Refusal reason={refusal} />
      <Answer query={query} what="errors">
        {(answer) =>
          answer.groups.length === 0 ? (
            <Nothing since={since} onAll={() => change({ since: "all", workflow: null })} />
          ) : (
            <Groups answer={answer} by={by} refusal={refusal} />
          )
        }
      </Answer>
    </main>
  );
}

function useErrorGroups(since: Since, by: Grouping, workflow: string) {
  const query = useQuery({
    queryKey: ["errors", since, by, workflow],
    queryFn: ({ signal }) => get("/errors/groups", { since, by, workflow }, signal),
  });
  const last = useRef(0);
  const { refetch } = query;
  useEvent("tick", () => {
    if (document.hidden || Date.now() - last.current < 10_000) return;
    last.current = Date.now();
    void refetch();
  });
  return query;
}

function Nothing({ since, onAll }: { since: Since; onAll: () => void }) {
  if (since === "all")
    return (
      <Notice title="No row is in error.">
        When something goes wrong, its cause shows up here with a way to try again.
      </Notice>
    );
  return <Notice title={`No errors in the last ${SINCE[since]}.`} action={{ label: "Look at all time", run: onAll }} />;
}

function Groups({ answer, by, refusal }: { answer: ErrorGroups; by: Grouping; refusal: string | null }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const keys = answer.groups.map(keyOf);
  const chosen = answer.groups.filter((group) => ticked.has(keyOf(group)));
  return (
    <div className="card errors-card" tabIndex={0} role="group" aria-label="Groups of errors">
      <table className="table stack">
        <thead>
          <tr>
            <th scope="col">
              <label className="cause">
                <input
                  type="checkbox"
                  aria-label="Select every group"
                  checked={chosen.length === keys.length}
                  onChange={() => setTicked(new Set(chosen.length === keys.length ? [] : keys))}
                />
                {by === "cause" ? "Cause" : "Host"}
              </label>
            </th>
            <th scope="col">Workflow</th>
            <th scope="col" className="number">
              Rows
            </th>
            <th scope="col" className="errors-trend">
              Trend
            </th>
            <th scope="col">Last</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.groups.map((group) => (
            <ErrorRow
              key={keyOf(group)}
              group={group}
              refusal={refusal}
              isTicked={ticked.has(keyOf(group))}
              onTick={() => setTicked(toggled(ticked, keyOf(group)))}
              onAsk={(status) => setAsked({ groups: [group], status })}
            />
          ))}
        </tbody>
      </table>
      {chosen.length > 0 && (
        <Chosen groups={chosen} refusal={refusal} onAsk={setAsked} onNone={() => setTicked(new Set())} />
      )}
      {answer.newest_only != null && (
        <p className="quiet errors-more">
          Of a workflow with more failed rows, the newest {number(answer.newest_only)} are counted by host.
        </p>
      )}
      {answer.more > 0 && (
        <p className="quiet errors-more">
          {plural(answer.more, "smaller group")} not shown. Choose a workflow to see more of its own.
        </p>
      )}
      {asked && <GroupDialog asked={asked} onDecided={() => setTicked(new Set())} onClose={() => setAsked(null)} />}
    </div>
  );
}

interface ChosenProps {
  groups: readonly ErrorGroup[];
  refusal: string | null;
  onAsk: (asked: Asked) => void;
  onNone: () => void;
}

/** What is done with all that are ticked; it stays in sight however many groups there are. */
function Chosen({ groups, refusal, onAsk, onNone }: ChosenProps) {
  const button = (words: string, status: Asked["status"]) => (
    <button
      type="button"
      className="button"
      disabled={refusal !== null}
      title={refusal ?? undefined}
      onClick={() => onAsk({ groups, status })}
    >
      {words}
    </button>
  );
  return (
    <div className="errors-chosen" role="group" aria-label="Selected groups">
      <strong aria-live="polite">
        {plural(groups.length, "group")} selected, {plural(rowsOf(groups), "row")}
      </strong>
      {button("Retry selected", "Queued")}
      {button("Skip selected", "Skipped")}
      <button type="button" className="icon-button" aria-label="Select nothing" title="Select nothing" onClick={onNone}>
        <Icon name="close" />
      </button>
    </div>
  );
}
