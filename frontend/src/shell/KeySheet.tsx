import { ACTIONS, type Place, printed } from "../keys/keymap.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { keysOf } from "../text/keysOf.ts";
import { Dialog } from "../ui/Dialog.tsx";

const PLACES: Record<Place, string> = {
  everywhere: "Everywhere",
  grid: "In a tab",
  review: "In review mode",
  pairs: "Among possible duplicates",
  map: "On the map",
};

export function KeySheet({ onClose }: { onClose: () => void }) {
  const { map, singles } = useKeyMap();
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      {!singles && <p className="quiet">Single-letter keys are switched off in the settings.</p>}
      <div className="key-sheet">
        {keysOf(PLACES).map((place) => (
          <section key={place} aria-labelledby={`keys-${place}`}>
            <h3 id={`keys-${place}`}>{PLACES[place]}</h3>
            <dl>
              {keysOf(ACTIONS)
                .filter((name) => ACTIONS[name].place === place)
                .map((name) => (
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
    </Dialog>
  );
}
