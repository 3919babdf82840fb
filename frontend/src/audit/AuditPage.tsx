// Who did what, and who was refused; for administrators.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { address, get } from "../api/client.ts";
import { firstPage, useMeta } from "../api/queries.ts";
import type { AuditEntry } from "../api/types.ts";
import { useRoleRefusal } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { linkTo, useUrl } from "../text/url.ts";
import { Answer } from "../ui/Answer.tsx";
import { Choice } from "../ui/Choice.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Moment } from "../ui/Moment.tsx";
import { Notice } from "../ui/Notice.tsx";
import { LOOKS_AROUND, operationWords } from "./operations.ts";
import "./audit.css";

const OUTCOMES = [
  ["all", "All"],
  ["done", "Done"],
  ["refused", "Refused"],
] as const;

export default function AuditPage() {
  const refusal = useRoleRefusal("admin");
  return (
    <main id="main" className="pane audit">
      {refusal ? (
        <>
          <h1>Audit</h1>
          <Notice title={refusal} />
        </>
      ) : (
        <Trail />
      )}
    </main>
  );
}

function Trail() {
  const [wanted, change] = useUrl();
  const { workflows } = useMeta();
  const outcome = OUTCOMES.find(([name]) => name === wanted.get("outcome"))?.[0] ?? "all";
  const day = wanted.get("since");
  const filter = {
    outcome: outcome === "all" ? null : outcome,
    operation: wanted.get("operation"),
    without: wanted.has("all") || wanted.has("operation") ? [] : [...LOOKS_AROUND],
    user_id: wanted.get("user"),
    since: day ? new Date(`${day}T00:00`).toISOString() : null,
  };
  const users = useQuery({ queryKey: ["users"], queryFn: ({ signal }) => get("/users", {}, signal) });
  const trail = useInfiniteQuery({
    queryKey: ["audit", filter],
    queryFn: ({ pageParam, signal }) => get("/audit", { ...filter, after: pageParam }, signal),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next,
  });
  return (
    <>
      <header className="pane-head">
        <h1>Audit</h1>
        {(["csv", "jsonl"] as const).map((format) => (
          <a key={format} className="button" href={address("/audit/file", { ...filter, format })} download>
            <Icon name="download" />
            {format === "csv" ? "CSV" : "JSON lines"}
          </a>
        ))}
      </header>
      <div className="audit-filter">
        <Choice
          label="Outcome"
          options={OUTCOMES}
          value={outcome}
          onChange={(name) => change({ outcome: name === "all" ? null : name })}
        />
        <label>
          By{" "}
          <select value={filter.user_id ?? ""} onChange={(event) => change({ user: event.target.value })}>
            <option value="">anybody</option>
            {users.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {shown(name, 60)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Since <input type="date" value={day ?? ""} onChange={(event) => change({ since: event.target.value })} />
        </label>
        {!filter.operation && (
          <label className="check">
            <input
              type="checkbox"
              checked={wanted.has("all")}
              onChange={(event) => change({ all: event.target.checked ? "1" : null })}
            />{" "}
            Estimates while typing too
          </label>
        )}
        {filter.operation && (
          <button type="button" className="button" onClick={() => change({ operation: null })}>
            only {operationWords(shown(filter.operation, 80), workflows)} <Icon name="close" />
          </button>
        )}
      </div>
      <Answer query={trail} what="the trail">
        {({ pages }) => (
          <Entries items={pages.flatMap(({ items }) => items)} onOperation={(operation) => change({ operation })} />
        )}
      </Answer>
      {trail.hasNextPage && (
        <button type="button" className="button more" onClick={() => void trail.fetchNextPage()}>
          Older
        </button>
      )}
    </>
  );
}

function Entries({ items, onOperation }: { items: readonly AuditEntry[]; onOperation: (name: string) => void }) {
  const { workflows } = useMeta();
  if (items.length === 0) return <Notice title="Nothing matches." />;
  return (
    <div className="card wide-scroll" tabIndex={0} role="group" aria-label="Entries, to scroll">
      <table className="table stack">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Who</th>
            <th scope="col">Outcome</th>
            <th scope="col">When</th>
            <th scope="col">Facts</th>
          </tr>
        </thead>
        <tbody>
          {items.map((each) => (
            <tr key={each.id}>
              <th scope="row">
                <button type="button" className="link-button" onClick={() => onOperation(each.operation)}>
                  {operationWords(shown(each.operation, 80), workflows)}
                </button>
              </th>
              <td className="foreign">
                {shown(each.user ?? (each.user_id ? "somebody who is gone" : "nobody signed in"), 60)}
                {each.token_id && <small className="quiet"> by a script</small>}
              </td>
              <td className={each.outcome === "refused" ? "problem" : undefined}>{each.outcome}</td>
              <td>
                <Moment at={each.made_at} />
              </td>
              <td className="audit-facts foreign">{each.is_redacted ? "redacted" : <Facts facts={each.facts} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What is known of it; the rows of a decision are a link away, its key says nothing to anybody. */
function Facts({ facts: { workflow: name, batch, ...others } }: Pick<AuditEntry, "facts">) {
  const workflow = useMeta().workflows.find((each) => each.name === name);
  const told = { ...others, ...(name !== undefined && { stage: workflow?.title ?? name }) };
  const words = Object.entries(workflow ? told : { ...told, ...(batch !== undefined && { batch }) })
    .map(([fact, value]) => `${fact.replaceAll("_", " ")} ${shown(value, 80).replace(IDS, "$1…")}`)
    .join(", ");
  return (
    <>
      {words}
      {workflow && batch && (
        <>
          {" "}
          <Link href={linkTo(workflow.kebab, { q: `batch:${String(batch)}` })}>Show them</Link>
        </>
      )}
    </>
  );
}

const IDS = /\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
