import { useState, useSyncExternalStore } from "react";
import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { on } from "../live/stream.ts";
import { useOffline } from "../live/useLive.ts";
import { shortAddress } from "../text/address.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { Moment } from "../ui/Moment.tsx";
import { StateMark } from "../ui/State.tsx";
import { keyOf, type TailLine, withRows } from "./tail.ts";

const MOST = 60;

/** Heard while the person is elsewhere too, so that coming back shows what changed last. */
let kept: readonly TailLine[] = [];
const watchers = new Set<() => void>();
on("rows", (event) => {
  kept = withRows(kept, event, MOST);
  for (const tell of watchers) tell();
});
const watch = (tell: () => void): (() => void) => {
  watchers.add(tell);
  return () => watchers.delete(tell);
};

export function LiveTail() {
  const { workflows } = useMeta();
  const offline = useOffline();
  const lines = useSyncExternalStore(watch, () => kept);
  const [held, setHeld] = useState<readonly TailLine[] | null>(null);
  const listed = held ?? lines;
  const waiting = held === null ? 0 : lines.filter((line) => !held.includes(line)).length;
  return (
    <section className="card tail" aria-labelledby="tail-title">
      <header className="card-head">
        <h2 id="tail-title">Live tail</h2>
        {waiting > 0 && <p className="quiet">{waiting === MOST ? `${MOST} or more` : waiting} newer</p>}
        <button
          type="button"
          className="button"
          aria-pressed={held !== null}
          onClick={() => setHeld(held === null ? lines : null)}
        >
          <Icon name={held === null ? "pause" : "play"} />
          Hold
        </button>
      </header>
      {listed.length === 0 && <p className="notice quiet">{offline ?? "Rows show up here as their state changes."}</p>}
      {listed.length > 0 && (
        <div className="tail-scroll" tabIndex={0} role="group" aria-label="Rows that changed last">
          <ul>
            {listed.map((line) => (
              <Line key={keyOf(line)} line={line} workflow={workflows.find(({ name }) => name === line.workflow)} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Line({ line, workflow }: { line: TailLine; workflow: WorkflowMeta | undefined }) {
  const title = line.title || line.id;
  const { host, rest } = shortAddress(title);
  const name = shown(title.includes("://") ? host + rest : title, 120);
  return (
    <li title={shown(line.error ?? title, 300)}>
      <StateMark state={line.state} outcome={line.outcome} words={workflow?.outcomes} />
      {workflow ? (
        <Link href={`${linkTo(workflow.kebab)}/${line.id}`} className="tail-title foreign">
          {name}
        </Link>
      ) : (
        <span className="tail-title foreign">{name}</span>
      )}
      <span className="quiet tail-stage">{workflow?.title}</span>
      <span className="quiet">
        <Moment at={line.updated_at} />
      </span>
    </li>
  );
}
