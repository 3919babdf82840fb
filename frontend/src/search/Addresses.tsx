// Domains, sitemaps or pages that are known already begin further down.
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { post } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { SubmissionAnswer } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { linkTo, useGo } from "../text/url.ts";
import { lines } from "./draft.ts";

const MOST = 10_000;
const TABLES = [
  ["domains", "/domains/submit", "Domains"],
  ["sitemap_files", "/sitemap-files/submit", "Sitemaps"],
  ["pages", "/pages/submit", "Pages"],
] as const;

export function Addresses() {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const [[table, path], setTable] = useState<(typeof TABLES)[number]>(TABLES[0]);
  const [text, setText] = useState("");
  const [queue, setQueue] = useState(true);
  const [answer, setAnswer] = useState<SubmissionAnswer | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const addresses = lines(text, MOST);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTrouble(null);
    try {
      setAnswer(await post(path, { addresses, queue }));
      for (const key of ["list", "overview"]) void client.invalidateQueries({ queryKey: [key] });
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form className="search-form" onSubmit={(event) => void submit(event)}>
      <div className="card search-fields">
        <div className="segments" role="group" aria-label="What the addresses are">
          {TABLES.map((each) => (
            <button key={each[0]} type="button" aria-pressed={table === each[0]} onClick={() => setTable(each)}>
              {each[2]}
            </button>
          ))}
        </div>
        <label className="search-phrase">
          Addresses, one per line
          <textarea
            rows={10}
            value={text}
            placeholder={"acme.example\nhttps://bolt.example/"}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <label className="check">
          <input type="checkbox" checked={queue} onChange={(event) => setQueue(event.target.checked)} />
          Queue those that nobody has decided about yet
        </label>
      </div>
      <div className="search-side">
        <section className="card estimate" aria-live="polite">
          <h2>{plural(addresses.length, "address", "addresses")}</h2>
          <p className="quiet">What is there already stays as it is.</p>
          {answer && <Outcome answer={answer} table={table} addresses={addresses} />}
          {trouble && (
            <p className="problem" role="alert">
              {trouble}
            </p>
          )}
        </section>
        <button
          type="submit"
          className="button primary search-go"
          disabled={addresses.length === 0 || refusal !== null}
          title={refusal ?? undefined}
        >
          Add {plural(addresses.length, "address", "addresses")}
        </button>
        {refusal && <p className="quiet">{refusal}</p>}
      </div>
    </form>
  );
}

function Outcome({
  answer,
  table,
  addresses,
}: {
  answer: SubmissionAnswer;
  table: string;
  addresses: readonly string[];
}) {
  const go = useGo();
  const tab = useMeta().workflows.find((each) => each.table === table);
  return (
    <>
      <p>
        <b>{number(answer.added)}</b> added, {number(answer.known)} known, {number(answer.refused)} refused
      </p>
      {answer.rows
        .filter(({ reason }) => reason)
        .slice(0, 20)
        .map(({ line, reason }) => (
          <p key={line} className="problem">
            <span className="foreign">{shown(addresses[line - 1] ?? `Line ${line}`, 80)}</span> {shown(reason, 200)}
          </p>
        ))}
      {tab && answer.added > 0 && (
        <button type="button" className="button" onClick={() => go(linkTo(tab.kebab))}>
          Open {tab.title}
        </button>
      )}
    </>
  );
}
