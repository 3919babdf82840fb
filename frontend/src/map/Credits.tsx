import type { MapPoints } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";

/** Whose data it is stands on the map itself, always. */
export function Credits({ data, tiles }: { data: MapPoints | undefined; tiles: string | null }) {
  const credits = [...new Set([...(tiles ? [tiles] : []), ...(data?.attributions ?? [])])];
  return (
    <div className="map-credits">
      {data && data.withheld > 0 && (
        <p className="map-withheld">
          {plural(data.withheld, "place is", "places are")} not shown: the source forbids showing{" "}
          {data.withheld === 1 ? "it" : "them"} on another map. Places of OpenStreetMap and Overture can be drawn here.
        </p>
      )}
      <p>
        {credits.length > 0
          ? shown(credits.join(" · "), 400)
          : data
            ? `${number(data.points.length)} drawn here · coasts and borders of countries, to some 10 km: Natural Earth`
            : ""}
      </p>
    </div>
  );
}
