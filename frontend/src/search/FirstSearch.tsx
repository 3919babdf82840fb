// Before there is anything: one field, what will happen, and what it costs.
import { useState } from "react";
import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import { EMPTY } from "./draft.ts";
import { MostPlaces } from "./MostPlaces.tsx";
import { SearchFrame } from "./SearchFrame.tsx";
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
  const [limit, setLimit] = useState("");
  return (
    <SearchFrame draft={{ ...EMPTY, phrase, limit, source: firstSource(sources) }} kind="first-search">
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
      <div className="area-fields">
        <MostPlaces value={limit} onChange={setLimit} />
      </div>
      <ol className="first-steps-list">
        {STEPS.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ol>
      <p className="quiet">
        Another source, an area on the map, many searches at once, or addresses you know already:{" "}
        <Link href="/search">more ways to begin</Link>
      </p>
    </SearchFrame>
  );
}
