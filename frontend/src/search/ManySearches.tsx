import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
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
  trouble: string | null;
}

/** One phrase per line, started one after the other; a line that is refused stops no other. */
export function ManySearches() {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const [draft, change] = useDraft();
  const [results, setResults] = useState<readonly Result[]>([]);
  const [left, setLeft] = useState(0);
  const phrases = lines(draft.phrase, MOST);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setResults([]);
    for (const [index, phrase] of phrases.entries()) {
      setLeft(phrases.length - index);
      const trouble = await startOne({ ...draft, phrase });
      setResults((before) => [...before, { phrase, trouble }]);
    }
    setLeft(0);
    for (const key of ["list", "overview", "lists"]) void client.invalidateQueries({ queryKey: [key] });
  };
  const refused = results.filter(({ trouble }) => trouble !== null);
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
          <h2>{plural(phrases.length, "search", "searches")}</h2>
          {phrases.length === MOST && <p className="quiet">At most {MOST} at once.</p>}
          {left > 0 && (
            <p>
              {plural(left, "search", "searches")} to go…{" "}
              <progress max={phrases.length} value={phrases.length - left} aria-label="Searches started" />
            </p>
          )}
          {left === 0 && results.length > 0 && (
            <p>{plural(results.length - refused.length, "search is", "searches are")} queued.</p>
          )}
          {refused.map(({ phrase, trouble }) => (
            <p key={phrase} className="problem">
              <span className="foreign">{shown(phrase, 80)}</span>: {trouble}
            </p>
          ))}
        </section>
        <button
          type="submit"
          className="button primary search-go"
          disabled={phrases.length === 0 || left > 0 || !draft.source || refusal !== null}
          title={refusal ?? undefined}
        >
          Start {plural(phrases.length, "search", "searches")}
        </button>
        {refusal && <p className="quiet">{refusal}</p>}
      </div>
    </form>
  );
}

async function startOne(draft: Parameters<typeof read>[0]): Promise<string | null> {
  const { request, trouble } = read({ ...draft, way: "phrase" });
  if (!request) return trouble;
  try {
    await post("/place-searches", request);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
