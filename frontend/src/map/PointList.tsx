import type { ReactNode } from "react";
import type { MapPoints } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { StateMark } from "../ui/State.tsx";

const MOST = 200;

interface ListProps {
  data: MapPoints | undefined;
  chosen: string | null;
  onOpen: (id: string) => void;
  onClose: () => void;
  children: ReactNode;
}

/** The same places as words, for whoever does not see the map. */
export function PointList({ data, chosen, onOpen, onClose, children }: ListProps) {
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
      {data && data.points.length + counted === 0 && (
        <p className="quiet">
          No place of this filter is in view{data.withheld > 0 ? ", or its source forbids showing it here" : ""}.
        </p>
      )}
      {counted > 0 && <p className="quiet">{number(counted)} more stand together; move closer to see each.</p>}
      <ul>
        {data?.points.slice(0, MOST).map(({ id, title, state }) => (
          <li key={id}>
            <button type="button" aria-pressed={chosen === id} onClick={() => onOpen(id)}>
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
