import type { MouseEvent } from "react";
import type { State } from "../api/types.ts";
import { capitalised, reachedWord } from "../text/choices.ts";
import { compact, number } from "../text/numbers.ts";
import { LOOKS, STATES, StateDot } from "../ui/State.tsx";
import { toggledState } from "./address.ts";
import { matchingIn } from "./counts.ts";
import type { Grid } from "./useGrid.ts";

export function Chips({ grid }: { grid: Grid }) {
  const { counts } = grid;
  const { status } = grid.address;
  const shortfall = grid.workflow.shortfall ?? "";
  const all = counts && matchingIn(counts, []);
  const toggle = (event: MouseEvent, state: State) =>
    grid.filterBy({ status: toggledState(status, state, event.shiftKey || event.ctrlKey || event.metaKey) });
  return (
    <>
      <button
        type="button"
        className="chip"
        aria-pressed={status.length === 0 && !grid.view}
        title="Every row"
        onClick={() => grid.filterBy({ status: [] })}
      >
        Everything <Count count={all} />
      </button>
      {STATES.map((state) => {
        const short = state === "Complete" ? grid.fellShort : 0;
        return (
          <button
            key={state}
            type="button"
            className={`chip chip-${state.toLowerCase()} ${counts?.[state] || state === "New" ? "" : "chip-none"}`}
            aria-pressed={status.includes(state)}
            title={`${LOOKS[state].word}: ${LOOKS[state].hint}${short > 0 ? `, ${number(short)} of them ${shortfall}` : ""}; Shift or Ctrl adds it to the others`}
            onClick={(event) => toggle(event, state)}
          >
            <StateDot state={state} />
            <span className="chip-word">{short > 0 ? reachedWord(shortfall) : chipWord(state)}</span>{" "}
            <Count count={counts && (counts[state] ?? 0) - short} />
            {short > 0 && (
              <>
                <span className="dot dot-nothing" title={shortfall} />{" "}
                <span className="chip-word">{capitalised(shortfall)}</span> <Count count={short} />
              </>
            )}
          </button>
        );
      })}
    </>
  );
}

const chipWord = (state: State): string => (state === "New" ? "To decide" : LOOKS[state].word);

function Count({ count }: { count: number | undefined }) {
  return (
    <span className="chip-count" title={count === undefined ? undefined : number(count)}>
      {count === undefined ? "" : compact(count)}
    </span>
  );
}
