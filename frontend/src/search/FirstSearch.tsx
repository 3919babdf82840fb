// Before there is anything: one field, what will happen, and what it costs.
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import { useRefusal } from "../shell/refusal.ts";
import { Icon } from "../ui/Icon.tsx";
import { EMPTY, read } from "./draft.ts";
import { EstimateCard } from "./EstimateCard.tsx";
import { useStart } from "./SearchForm.tsx";
import { firstSource } from "./sources.ts";
import "./search.css";

const STEPS = [
  "Every place that is found becomes a row.",
  "You go on with all of them, or decide about each: nothing goes on without you.",
  "Websites, sitemaps, pages and contacts follow, stage by stage; the contacts are yours as a file.",
];

export default function FirstSearch() {
  const { sources } = useMeta();
  const [phrase, setPhrase] = useState("");
  const source = firstSource(sources);
  const { request, trouble } = read({ ...EMPTY, phrase, source });
  const refusal = useRefusal("curator");
  const { start, busy, problem } = useStart();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request && !refusal) void start(request);
  };
  return (
    <form className="search-form first-search" onSubmit={submit}>
      <div className="card search-fields">
        <label className="search-phrase">
          What do you look for, and where?
          <input
            value={phrase}
            autoFocus
            maxLength={200}
            placeholder="dentists in Austin, TX"
            onChange={(event) => setPhrase(event.target.value)}
          />
        </label>
        <ol className="first-steps-list">
          {STEPS.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ol>
        <p className="quiet">
          Another source, an area on the map, many searches at once, or addresses you know already:{" "}
          <Link href="/search">more ways to begin</Link>
        </p>
      </div>
      <div className="search-side">
        <EstimateCard request={request} trouble={trouble} source={source} />
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <button
          type="submit"
          className="button primary search-go"
          disabled={!request || busy || refusal !== null}
          title={refusal ?? trouble ?? undefined}
        >
          <Icon name="search" />
          Start the search
        </button>
      </div>
    </form>
  );
}
