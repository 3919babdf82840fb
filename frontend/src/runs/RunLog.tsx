// The lines of one run. While the run is young, lines come by themselves unless they are held.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { get } from "../api/client.ts";
import { firstPage, useWorkflow } from "../api/queries.ts";
import type { RunGroup, RunLine, WorkflowMeta } from "../api/types.ts";
import { useEvent } from "../live/useLive.ts";
import { number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { absolute, span } from "../text/time.ts";
import { inWords } from "../text/trouble.ts";
import { linkTo } from "../text/url.ts";
import { useSettled } from "../text/useSettled.ts";
import { Loading } from "../ui/Answer.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Notice } from "../ui/Notice.tsx";
import { StateDot } from "../ui/State.tsx";
import { endingOf, isFresh } from "./endings.ts";

interface RunLogProps {
  id: string;
  run: RunGroup | undefined;
  onClose: () => void;
}

export function RunLog({ id, run, onClose }: RunLogProps) {
  const [text, setText] = useState("");
  const [held, setHeld] = useState<readonly RunLine[] | null>(null);
  const search = useSettled(text.trim());
  const log = useLog(id, search, run, held !== null);
  const workflow = useWorkflow(run?.workflow ?? "");
  const lines = held ?? log.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="card run-log" aria-labelledby="log-title">
      <header className="card-head">
        <h2 id="log-title">Log{workflow ? ` of ${workflow.title}` : ""}</h2>
        {run && (
          <p className="quiet">
            {absolute(run.started_at)}
            {isFresh(run) && held === null ? " · live" : ""}
          </p>
        )}
        <button type="button" className="icon-button" aria-label="Close the log" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="run-log-tools">
        <input
          type="search"
          aria-label="Filter by words of the message or the outcome"
          placeholder="Words of the message or outcome"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setHeld(null);
          }}
        />
        <button
          type="button"
          className="button"
          aria-pressed={held !== null}
          onClick={() => setHeld(held === null ? lines : null)}
        >
          <Icon name={held === null ? "pause" : "play"} />
          Hold
        </button>
      </div>
      {log.isError && lines.length === 0 && (
        <Notice title={inWords(log.error)} action={{ label: "Try again", run: () => void log.refetch() }} />
      )}
      {log.isPending && <Loading what="the log" reason={log.failureReason} />}
      {log.isSuccess && lines.length === 0 && (
        <p className="notice quiet">{search ? "No line has these words." : "This run wrote no line."}</p>
      )}
      {lines.length > 0 && (
        <div className="run-log-scroll" tabIndex={0} role="group" aria-label="Lines of the log">
          <ol>
            {lines.map((line) => (
              <LogLine key={`${line.row_id} ${line.attempt} ${line.at}`} line={line} workflow={workflow} />
            ))}
          </ol>
          {log.isFull && held === null && (
            <button type="button" className="button more" onClick={() => void log.fetchNextPage()}>
              More lines
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function LogLine({ line, workflow }: { line: RunLine; workflow: WorkflowMeta | undefined }) {
  const { word, like, hint } = endingOf(line.ending);
  const name = shown(line.title || line.row_id, 140);
  const facts = [
    `attempt ${number(line.attempt)}`,
    span(line.took_ms / 1000),
    line.produced ? `${number(line.produced)} produced` : "",
    line.outcome ? shown(line.outcome, 80) : "",
  ];
  return (
    <li>
      <span className={`state state-${like.toLowerCase()}`} title={hint}>
        <StateDot state={like} />
        {word}
      </span>
      <div>
        {workflow ? (
          <Link href={`${linkTo(workflow.kebab)}/${line.row_id}`} className="foreign log-title">
            {name}
          </Link>
        ) : (
          <span className="foreign log-title">{name}</span>
        )}
        <span className="quiet log-facts">{facts.filter(Boolean).join(" · ")}</span>
        {line.message && <span className="foreign log-message">{shown(line.message, 600)}</span>}
      </div>
      <time className="quiet" dateTime={line.at} title={absolute(line.at)}>
        {clock.format(new Date(line.at))}
      </time>
    </li>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const AGAIN_MS = 2_000;
const FULL = 200;

/** `next` names the last line also when what follows is yet to come: asking for it is how the tail grows. */
function useLog(id: string, search: string, run: RunGroup | undefined, isHeld: boolean) {
  const query = useInfiniteQuery({
    queryKey: ["runs", "log", id, search],
    queryFn: ({ pageParam, signal }) =>
      get(`/runs/${encodeURIComponent(id)}/log`, { search, after: pageParam }, signal),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const last = useRef(0);
  useEvent("rows", ({ workflow }) => {
    if (isHeld || !run || run.workflow !== workflow || !isFresh(run) || Date.now() - last.current < AGAIN_MS) return;
    last.current = Date.now();
    void query.fetchNextPage();
  });
  return { ...query, isFull: (query.data?.pages.at(-1)?.items.length ?? 0) >= FULL };
}
