// What the rows that match are made of. A click narrows the search; what it adds can be read and edited there.
import type { Facet, Facets } from "../api/types.ts";
import { compact, number } from "../text/numbers.ts";
import { inPlainWords, shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { Histogram } from "./Histogram.tsx";
import { hasToken, rangeToken, tokenFor, withToken } from "./tokens.ts";

interface FacetRailProps {
  facets: Facets | undefined;
  error: Error | null;
  search: string;
  onSearch: (text: string) => void;
  onRetry: () => void;
  onClose: () => void;
}

export function FacetRail({ facets, error, search, onSearch, onRetry, onClose }: FacetRailProps) {
  const used =
    facets?.fields.filter(
      ({ values, histogram }) =>
        values.some(({ value }) => value !== null) || histogram?.some(({ count }) => count > 0),
    ) ?? [];
  return (
    <aside className="facets" aria-label="Facets">
      <header className="facets-head">
        <h2>Facets</h2>
        {facets?.sampled && (
          <span className="quiet" title="Counted over the newest 20,000 rows that match">
            sampled
          </span>
        )}
        <button type="button" className="icon-button" aria-label="Close facets" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {error && !facets && (
        <p className="problem">
          {error.message}{" "}
          <button type="button" className="link-button" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
      {!facets && !error && <p className="quiet">Counting…</p>}
      {facets && used.length === 0 && <p className="quiet">Nothing to count in what matches.</p>}
      {used.map((facet) => (
        <FacetBlock
          key={facet.name}
          facet={facet}
          search={search}
          onToken={(token) => onSearch(withToken(search, token))}
        />
      ))}
    </aside>
  );
}

/** As the grid prints it. */
export function inWords(value: string | number | boolean): string {
  const text = String(value);
  if (text === "true" || text === "false") return text === "true" ? "Yes" : "No";
  return String(inPlainWords(text));
}

function FacetBlock({ facet, search, onToken }: { facet: Facet; search: string; onToken: (token: string) => void }) {
  const { name, label, values, other, histogram } = facet;
  const most = Math.max(1, ...values.map(({ count }) => count));
  return (
    <section className="facet" aria-label={label}>
      <h3>{label}</h3>
      {histogram && histogram.length > 0 ? (
        <Histogram label={label} bins={histogram} onRange={(from, to) => onToken(rangeToken(name, from, to))} />
      ) : (
        <ul>
          {values.map(({ value, count }) => {
            const token = tokenFor(name, value);
            return (
              <li key={token}>
                <button
                  type="button"
                  aria-pressed={hasToken(search, token)}
                  title={number(count)}
                  onClick={() => onToken(token)}
                >
                  <span className="facet-bar" aria-hidden="true" style={{ width: `${(100 * count) / most}%` }} />
                  <span className={`facet-value foreign ${value === null ? "quiet" : ""}`}>
                    {value === null ? "empty" : shown(inWords(value), 60)}
                  </span>
                  <span className="facet-count">{compact(count)}</span>
                </button>
              </li>
            );
          })}
          {other > 0 && <li className="quiet facet-other">{compact(other)} with other values</li>}
        </ul>
      )}
    </section>
  );
}
