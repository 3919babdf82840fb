// Rows on a map that is drawn here: nobody else is told where a person looks.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { MapPoints, RowFilter, WorkflowMeta } from "../api/types.ts";
import { type GridStore, useGridState } from "../grid/store.ts";
import { useKeys } from "../keys/useKeys.ts";
import { plural } from "../text/numbers.ts";
import { Icon } from "../ui/Icon.tsx";
import { Notice } from "../ui/Notice.tsx";
import { toast } from "../ui/Toasts.tsx";
import { type Box, boxed, cornersOf } from "./box.ts";
import { Credits } from "./Credits.tsx";
import { type Mark, marksOf } from "./clusters.ts";
import { Layer, ScaleBar } from "./Layer.tsx";
import { type Bounds, boundsOf, fitting, type View, zoomed } from "./mercator.ts";
import { nowhereWords, PointList } from "./PointList.tsx";
import { useSurface } from "./useSurface.ts";
import "./map.css";

const WORLD: Bounds = { west: -180, south: -90, east: 180, north: 90 };
const SETTLED = 300;

export interface MapPanelProps {
  workflow: WorkflowMeta;
  filter: RowFilter;
  store: GridStore;
  onClose: () => void;
  onOpen: (id: string) => void;
  onSelect: (ids: readonly string[]) => void;
}

export function MapPanel({ workflow, filter, store, onClose, onOpen, onSelect }: MapPanelProps) {
  const selection = useGridState(store, (state) => state.selection);
  const { map } = useMeta();
  const [view, setView] = useState<View | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const now = view ?? fitting([], { width: 1, height: 1 });
  const [isBoxing, setBoxing] = useState(false);
  const surface = useSurface(
    (next) => setView((before) => next(before ?? now)),
    isBoxing,
    (box) => select(box),
  );
  const { size } = surface;
  const bounds = useSettledBounds(view ? boundsOf(view, size) : WORLD);
  const { data, error, refetch, isFetching } = usePoints(workflow, filter, bounds);
  const fit = () => {
    if (data) setView(fitting([...data.points, ...data.clustered], size));
  };
  useFitOnce(data, size.width > 0, fit);
  const closer = (by: number) =>
    setView((before) => zoomed(before ?? now, by, { x: size.width / 2, y: size.height / 2 }, size));
  useKeys({ "map-in": () => closer(1), "map-out": () => closer(-1), "map-fit": fit });
  const marks = useMemo(
    () => (data && size.width > 0 ? marksOf(data.points, data.clustered, view ?? fitting([], size), size) : []),
    [data, view, size],
  );
  const open = (id: string) => {
    setChosen(id);
    onOpen(id);
  };
  /** Places that stand together have no names yet: the map goes closer, and the box can be drawn again. */
  const select = (box: Box) => {
    setBoxing(false);
    const { ids, together } = boxed(marks, box);
    if (together > 0) {
      setView((before) => fitting(cornersOf(box, before ?? now, size), size));
      return void toast(`${plural(together, "place")} stood too close together; draw the box again here.`);
    }
    if (ids.length === 0) return void toast("There is no place in the box.");
    onSelect(ids);
  };
  const onMark = (mark: Mark) => {
    if (mark.count === 1 && mark.points[0]) open(mark.points[0].id);
    else setView(zoomed(view ?? now, 2, { x: mark.x, y: mark.y }, size));
  };
  return (
    <section className="map-panel" aria-label={`Map of ${workflow.title}`}>
      <div
        className={`map-surface ${isBoxing ? "is-boxing" : ""}`}
        ref={surface.ref}
        {...surface.handlers}
        role="application"
        aria-label="Map. Arrow keys move it, plus and minus zoom; the list beside it has the same places."
        tabIndex={0}
        aria-busy={isFetching}
      >
        <Layer
          view={now}
          size={size}
          marks={marks}
          hasTiles={map.tiles}
          chosen={chosen}
          selection={selection}
          box={surface.box}
          onMark={onMark}
        />
        <ScaleBar view={now} />
        {data && nowhereWords(data) && <p className="map-nowhere">{nowhereWords(data)}</p>}
        <Credits data={data} tiles={map.tiles ? map.attribution : null} />
      </div>
      <div className="map-buttons">
        <button type="button" className="icon-button" aria-label="Closer" title="Closer (+)" onClick={() => closer(1)}>
          <Icon name="plus" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Further away"
          title="Further away (-)"
          onClick={() => closer(-1)}
        >
          <Icon name="minus" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Show all points"
          title="Show all points (0)"
          onClick={fit}
        >
          <Icon name="map" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Select in a box"
          aria-pressed={isBoxing}
          title="Draw a box to select what is in it (or hold Shift while drawing)"
          onClick={() => setBoxing(!isBoxing)}
        >
          <Icon name="box" />
        </button>
      </div>
      <PointList onSelect={onSelect} data={data} chosen={chosen} selection={selection} onOpen={open} onClose={onClose}>
        {error && !data && <Notice title={error.message} action={{ label: "Try again", run: () => void refetch() }} />}
      </PointList>
    </section>
  );
}

function usePoints({ name }: WorkflowMeta, { states, search, origin }: RowFilter, bounds: Bounds) {
  const query = { workflow: name, status_filter: states, search, origin, ...bounds };
  return useQuery({
    queryKey: ["map", name, query],
    queryFn: ({ signal }) => get("/map/points", query, signal),
  });
}

/** The first answer is about the whole earth; it says where to look. */
function useFitOnce(data: MapPoints | undefined, isSized: boolean, fit: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !data || !isSized) return;
    done.current = true;
    fit();
  });
}

function useSettledBounds({ west, south, east, north }: Bounds): Bounds {
  const [settled, setSettled] = useState<Bounds>(WORLD);
  useEffect(() => {
    const round = (value: number) => Number(value.toFixed(4));
    const timer = setTimeout(
      () => setSettled({ west: round(west), south: round(south), east: round(east), north: round(north) }),
      SETTLED,
    );
    return () => clearTimeout(timer);
  }, [west, south, east, north]);
  return settled;
}
