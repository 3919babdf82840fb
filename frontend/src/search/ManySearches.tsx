import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { post } from "../api/client.ts";
import { useRefusal } from "../shell/refusal.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { lines, read } from "./draft.ts";
import { Options } from "./Options.tsx";
import { useDraft } from "./useDraft.ts";

const MOST = 500;
interface Result {
  phrase: string;
  /** Of the search that was started. */
  id?: string;
  trouble?: string;
}

/** One phrase per line, started one after the other; a line that is refused stops no other, and is left to be mended. */
export function ManySearches() {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const [draft, change] = useDraft();
  const [results, setResults] = useState<readonly Result[]>([]);
  const [left, setLeft] = useState(0);
  const phrases = lines(draft.phrase, MOST);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const ended: Result[] = [];
    setResults(ended);
    for (const [index, phrase] of phrases.entries()) {
      setLeft(phrases.length - index);
      ended.push({ phrase, ...(await startOne({ ...draft, phrase })) });
    }
    setLeft(0);
    setResults(ended);
    change({ phrase: ended.flatMap(({ phrase, trouble }) => (trouble ? [phrase] : [])).join("\n") });
    for (const key of ["list", "overview", "lists"]) void client.invalidateQueries({ queryKey: [key] });
  };
  const started = results.filter(({ id }) => id !== undefined);
  return (
    <form className="search-form" onSubmit={(event) => void submit(event)}>
      <div className="card search-fields">
        <label className="search-phrase">
          Searches, one per line
          <textarea
            rows={8}
            value={draft.phrase}
            placeholder={"dentists in Austin, TX\nplumbers in Dallas, TX"}
            onChange={(event) => change({ phrase: event.target.value })}
          />
        </label>
        <Options draft={draft} onChange={change} />
      </div>
      <div className="search-side">
        <section className="card estimate" aria-live="polite">
          {phrases.length > 0 && <h2>{plural(phrases.length, "search", "searches")}</h2>}
          {phrases.length === MOST && <p className="quiet">At most {MOST} at once.</p>}
          {left > 0 && (
            <p>
              {plural(left, "search", "searches")} to go…{" "}
              <progress max={phrases.length} value={phrases.length - left} aria-label="Searches started" />
            </p>
          )}
          {phrases.length === 0 && results.length === 0 && <p className="quiet">Say what to look for.</p>}
          {results.length > 0 && <p>{plural(started.length, "search is", "searches are")} queued. Go on with each:</p>}
          {results.map(({ phrase, id, trouble }) =>
            id ? (
              <p key={id}>
                <Link href={`/follow/place_searches:${id}`} className="foreign">
                  {shown(phrase, 80)}
                </Link>
              </p>
            ) : (
              <p key={phrase} className="problem">
                <span className="foreign">{shown(phrase, 80)}</span>: {trouble}
              </p>
            ),
          )}
        </section>
        <button
          type="submit"
          className="button primary search-go"
          disabled={phrases.length === 0 || left > 0 || !draft.source || refusal !== null}
          title={refusal ?? undefined}
        >
          Start {phrases.length > 0 ? plural(phrases.length, "search", "searches") : "the searches"}
        </button>
        {refusal && <p className="quiet">{refusal}</p>}
      </div>
    </form>
  );
}

async function startOne(draft: Parameters<typeof read>[0]): Promise<Pick<Result, "id" | "trouble">> {
  const { request, trouble } = read({ ...draft, way: "phrase" });
  if (!request) return { trouble: trouble ?? "" };
  try {
    return { id: (await post("/place-searches", request)).id };
  } catch (error) {
    return { trouble: error instanceof Error ? error.message : String(error) };
  }
}
