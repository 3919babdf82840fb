// What is looked at, in one control: rows in a state, or a view that somebody saved.
import { Chips } from "./Chips.tsx";
import type { Grid } from "./useGrid.ts";
import { SavedViews, ViewMenu } from "./Views.tsx";

export function Sights({ grid }: { grid: Grid }) {
  return (
    <div className="sights">
      <div className="chips" role="group" aria-label="States and views" id="chips">
        <Chips grid={grid} />
        <SavedViews grid={grid} />
      </div>
      <ViewMenu grid={grid} />
    </div>
  );
}
