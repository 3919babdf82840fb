// The keys, by the place where they mean something.
import { ACTIONS, type Place, printed } from "../keys/keymap.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { keysOf } from "../text/keysOf.ts";
import { firstHere } from "./places.ts";

const PLACES: Record<Place, string> = {
  everywhere: "Everywhere",
  grid: "In a tab",
  review: "In review mode",
  pairs: "Among possible duplicates",
  map: "On the map",
};

/** Those whose words match; none of a place without any. */
export function Keys({ matches, here }: { matches: (words: string) => boolean; here: Place }) {
  const { map, singles } = useKeyMap();
  const places = firstHere(keysOf(PLACES), here).filter((place) => namesIn(place, matches).length > 0);
  return (
    <>
      {!singles && <p className="quiet">Single-letter keys are switched off in the settings.</p>}
      <div className="key-sheet">
        {places.map((place) => (
          <section key={place} aria-labelledby={`keys-${place}`}>
            <h3 id={`keys-${place}`}>{PLACES[place]}</h3>
            <dl>
              {namesIn(place, matches).map((name) => (
                <div key={name}>
                  <dt>{ACTIONS[name].words}</dt>
                  <dd>
                    {map[name].map((key) => (
                      <kbd key={key}>{printed(key)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
              {place === "everywhere" && (
                <div>
                  <dt>The tabs, in their order</dt>
                  <dd>
                    <kbd>g 1</kbd> … <kbd>g 9</kbd>
                  </dd>
                </div>
              )}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}

const namesIn = (place: Place, matches: (words: string) => boolean) =>
  keysOf(ACTIONS).filter((name) => ACTIONS[name].place === place && matches(ACTIONS[name].words));
