// Before there is anything: what to do first, and what happens then.
import { useGo } from "../text/url.ts";

const STEPS: readonly [string, string][] = [
  [
    "Run a search",
    "Say what you look for and where, such as dentists in Austin. Every place that is found becomes a row.",
  ],
  ["Choose places", "Queue the rows worth going on with and skip the others. Nothing goes on without your decision."],
  ["Watch it flow", "Websites, sitemaps, pages and contacts follow, stage by stage, and are seen here as they come."],
];

export function FirstSteps() {
  const go = useGo();
  return (
    <section className="card first-steps" aria-labelledby="first-steps-title">
      <h2 id="first-steps-title">There is nothing yet. Three steps to the first contacts:</h2>
      <ol>
        {STEPS.map(([title, words], index) => (
          <li key={title}>
            <span className="step-number" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p className="quiet">{words}</p>
          </li>
        ))}
      </ol>
      <button type="button" className="button primary" onClick={() => go("/search")}>
        New search
      </button>
    </section>
  );
}
