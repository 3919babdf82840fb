// What is looked at, in one control: rows in a state, or a view that somebody saved.
import { type RefObject, useLayoutEffect, useRef } from "react";
import { Chips } from "./Chips.tsx";
import type { Grid } from "./useGrid.ts";
import { SavedViews, ViewMenu } from "./Views.tsx";

export function Sights({ grid }: { grid: Grid }) {
  const chips = useRef<HTMLDivElement>(null);
  useFittingWords(chips);
  return (
    <div className="sights">
      <div ref={chips} className="chips" role="group" aria-label="States and views" id="chips">
        <Chips grid={grid} />
        <SavedViews grid={grid} />
      </div>
      <ViewMenu grid={grid} />
    </div>
  );
}

/** From all words to the fewest; as many as there is room for. */
const STEPS = ["", "some", "most"];

/** Measured, since what fits depends on the counts and on what else the line holds. Where nothing fits the words are scrolled to. */
function useFittingWords(chips: RefObject<HTMLDivElement | null>): void {
  const fit = useRef(() => {
    const { current } = chips;
    if (!current) return;
    const fits = (step: string) => {
      if (step === "") delete current.dataset.tight;
      else current.dataset.tight = step;
      return current.scrollWidth <= current.clientWidth;
    };
    if (!STEPS.some(fits)) fits("some");
  });
  useLayoutEffect(() => fit.current());
  useLayoutEffect(() => {
    const line = chips.current?.closest(".grid-tools");
    if (!line) return;
    const observer = new ResizeObserver(() => fit.current());
    observer.observe(line);
    return () => observer.disconnect();
  }, [chips]);
}
