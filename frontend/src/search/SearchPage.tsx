// Where everything begins: a search, many searches, or addresses that are known already.
import { useUrl } from "../text/url.ts";
import { Addresses } from "./Addresses.tsx";
import { ManySearches } from "./ManySearches.tsx";
import { Recent } from "./Recent.tsx";
import { SearchForm } from "./SearchForm.tsx";
import "./search.css";

const WAYS = [
  ["one", "One search"],
  ["many", "Many searches"],
  ["addresses", "Known addresses"],
] as const;

export default function SearchPage() {
  const [parameters, change] = useUrl();
  const way = WAYS.find(([name]) => name === parameters.get("way"))?.[0] ?? "one";
  return (
    <main id="main" className="pane search-page">
      <div className="pane-head">
        <h1>New search</h1>
        <div className="segments" role="group" aria-label="What to start from">
          {WAYS.map(([name, words]) => (
            <button
              key={name}
              type="button"
              aria-pressed={way === name}
              onClick={() => change({ way: name === "one" ? null : name }, { replace: true })}
            >
              {words}
            </button>
          ))}
        </div>
      </div>
      {way === "one" && <SearchForm />}
      {way === "many" && <ManySearches />}
      {way === "addresses" && <Addresses />}
      {way !== "addresses" && <Recent />}
    </main>
  );
}
