import type { ReactNode } from "react";
import type { MapPoints } from "../api/types.ts";
import { isChosen, type Selection } from "../grid/selection.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { StateMark } from "../ui/State.tsx";

const MOST = 200;

/** Where every place of the filter is: what is here, and what is not drawn here. */
export function sumWords({ points, clustered, withheld, elsewhere, unplaced }: Sums): string {
  const here = points.length + clustered.reduce((sum, { count }) => sum + count, 0);
  const others = [
    elsewhere > 0 ? `${number(elsewhere)} elsewhere on the map` : "",
    withheld > 0 ? `${number(withheld)} withheld` : "",
    unplaced > 0 ? `${number(unplaced)} without a position` : "",
  ].filter(Boolean);
  const all = here + withheld + elsewhere + unplaced;
  return others.length === 0 ? "" : `Of ${plural(all, "place")}: ${number(here)} here, ${others.join(", ")}.`;
}
type Sums = Pick<MapPoints, "withheld" | "elsewhere" | "unplaced"> & {
  points: readonly unknown[];
  clustered: readonly { count: number }[];
};

interface ListProps {
  data: MapPoints | undefined;
  chosen: string | null;
  selection: Selection;
  onOpen: (id: string) => void;
  onClose: () => void;
  onSelect: (ids: readonly string[]) => void;
  children: ReactNode;
}

/** As the server counts at most. */
const MOST_SAMPLED = 100_000;

/** Not one of them can be anywhere on a map; null while one can. */
export function nowhereWords({ points, clustered, withheld, elsewhere, unplaced }: Sums): string | null {
  const isSample = unplaced >= MOST_SAMPLED;
  if (points.length + clustered.length + withheld + elsewhere > 0 || unplaced === 0 || isSample) return null;
  return unplaced === 1
    ? "The only place has no position."
    : `None of these ${number(unplaced)} places has a position.`;
}

/** The same places as words, for whoever does not see the map. */
export function PointList({ data, chosen, selection, onOpen, onClose, onSelect, children }: ListProps) {
  const counted = data?.clustered.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <div className="map-list">
      <header>
        <h2>{data ? plural(data.points.length + counted, "place") : "Places"} here</h2>
        <button type="button" className="icon-button" aria-label="Close the map" title="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
      {!data && !children && (
        <p className="quiet" role="status">
          Loading places…
        </p>
      )}
      {data && nowhereWords(data) === null && data.points.length + counted === 0 && (
        <p className="quiet">
          No place of this filter is in view{data.withheld > 0 ? ", or its source forbids showing it here" : ""}.
        </p>
      )}
      {data && <p className="quiet">{nowhereWords(data) ?? sumWords(data)}</p>}
      {data && data.points.length > 0 && (
        <p>
          <button type="button" className="link-button" onClick={() => onSelect(data.points.map(({ id }) => id))}>
            Select {data.points.length === 1 ? "it" : `these ${number(data.points.length)}`}
          </button>
        </p>
      )}
      {counted > 0 && <p className="quiet">{number(counted)} more stand together; move closer to see each.</p>}
      <ul>
        {data?.points.slice(0, MOST).map(({ id, title, state }) => (
          <li key={id}>
            <button type="button" aria-pressed={chosen === id} onClick={() => onOpen(id)}>
              {isChosen(selection, id) && (
                <>
                  <Icon name="check" />
                  <span className="visually-hidden">Selected</span>
                </>
              )}
              <span className="foreign">{shown(title ?? "Without a name", 120)}</span>
              <StateMark state={state} />
            </button>
          </li>
        ))}
      </ul>
      {data && data.points.length > MOST && (
        <p className="quiet">
          The first {MOST} of {number(data.points.length)}.
        </p>
      )}
    </div>
  );
}
