import { keysOf, tableOf } from "../text/keysOf.ts";
// Every key there is, with its words. One key has one meaning in one place; a test holds the map to that.
export type Place = "everywhere" | "grid" | "review" | "pairs" | "map";
export interface Action {
  place: Place;
  words: string;
  keys: readonly string[];
}

export const ACTIONS = {
  "go-overview": { place: "everywhere", words: "Overview", keys: ["g 0"] },
  "go-search": { place: "everywhere", words: "New search", keys: ["g s"] },
  "go-import": { place: "everywhere", words: "Import a file", keys: ["g i"] },
  "go-errors": { place: "everywhere", words: "Errors", keys: ["g e"] },
  "go-runs": { place: "everywhere", words: "Runs", keys: ["g u"] },
  "go-exports": { place: "everywhere", words: "Exports", keys: ["g x"] },
  "go-history": { place: "everywhere", words: "History", keys: ["g h"] },
  "go-duplicates": { place: "everywhere", words: "Duplicates", keys: ["g d"] },
  "go-rules": { place: "everywhere", words: "Rules and schedules", keys: ["g r"] },
  "go-privacy": { place: "everywhere", words: "Privacy", keys: ["g p"] },
  "go-settings": { place: "everywhere", words: "Settings", keys: ["g ,"] },
  palette: { place: "everywhere", words: "Commands", keys: ["Ctrl+k"] },
  "key-sheet": { place: "everywhere", words: "Help: keys and documents", keys: ["?"] },
  theme: { place: "everywhere", words: "Light or dark", keys: ["t"] },
  undo: { place: "everywhere", words: "Take the last decision back", keys: ["z"] },
  back: { place: "everywhere", words: "Back, or close", keys: ["Escape"] },
  down: { place: "grid", words: "Next row", keys: ["j", "ArrowDown"] },
  up: { place: "grid", words: "Row before", keys: ["k", "ArrowUp"] },
  select: { place: "grid", words: "Select the row", keys: ["x", "Space"] },
  "select-down": { place: "grid", words: "Select and go down", keys: ["Shift+j", "Shift+ArrowDown"] },
  "select-up": { place: "grid", words: "Select and go up", keys: ["Shift+k", "Shift+ArrowUp"] },
  "select-page": { place: "grid", words: "Select this page", keys: ["a"] },
  "select-all": { place: "grid", words: "Select every matching row", keys: ["Ctrl+a"] },
  queue: { place: "grid", words: "Queue", keys: ["q"] },
  skip: { place: "grid", words: "Skip", keys: ["s"] },
  reset: { place: "grid", words: "Reset to New", keys: ["n"] },
  edit: { place: "grid", words: "Tag, note or correct", keys: ["e"] },
  open: { place: "grid", words: "Details", keys: ["Enter", "o"] },
  review: { place: "grid", words: "Review mode", keys: ["r"] },
  "page-back": { place: "grid", words: "Page before", keys: ["["] },
  "page-on": { place: "grid", words: "Next page", keys: ["]"] },
  "row-menu": { place: "grid", words: "What can be done with the row", keys: ["m", "ContextMenu"] },
  refresh: { place: "grid", words: "Load what changed", keys: ["."] },
  "next-stage": { place: "grid", words: "On to the next stage", keys: [">"] },
  search: { place: "grid", words: "Search", keys: ["/"] },
  map: { place: "grid", words: "Map, where there is one", keys: ["p"] },
  facets: { place: "grid", words: "Facets", keys: ["f"] },
  "review-queue": { place: "review", words: "Queue", keys: ["q"] },
  "review-skip": { place: "review", words: "Skip", keys: ["s"] },
  "review-later": { place: "review", words: "Later", keys: ["l"] },
  "review-skip-domain": { place: "review", words: "Skip all of this domain", keys: ["Shift+s"] },
  "review-reset": { place: "review", words: "Reset to New", keys: ["n"] },
  "review-edit": { place: "review", words: "Write a note", keys: ["e"] },
  "review-on": { place: "review", words: "Next", keys: ["j", "ArrowDown"] },
  "review-open": { place: "review", words: "Details on a page", keys: ["Enter", "o"] },
  "review-back": { place: "review", words: "Back to the one before", keys: ["k", "ArrowUp"] },
  "pair-next": { place: "pairs", words: "Next pair", keys: ["j", "ArrowDown"] },
  "pair-before": { place: "pairs", words: "Pair before", keys: ["k", "ArrowUp"] },
  "pair-left": { place: "pairs", words: "Merge into the left one", keys: ["1"] },
  "pair-right": { place: "pairs", words: "Merge into the right one", keys: ["2"] },
  "pair-apart": { place: "pairs", words: "Keep apart", keys: ["3"] },
  "map-in": { place: "map", words: "Closer", keys: ["+", "="] },
  "map-out": { place: "map", words: "Further away", keys: ["-"] },
  "map-fit": { place: "map", words: "Show all points", keys: ["0"] },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;
export type KeyMap = Record<ActionName, readonly string[]>;

/** A person's own keys lie over the usual ones; `g 1` to `g 9` open the tabs and are nobody else's. */
export function keyMap(own: Readonly<Record<string, string>> = {}): KeyMap {
  const keys = (name: ActionName): readonly string[] => (own[name] ? [own[name]] : ACTIONS[name].keys);
  return tableOf(keysOf(ACTIONS), keys);
}

/** Pairs of actions that one key would mean in one place. */
export function collisions(map: KeyMap): [ActionName, ActionName, string][] {
  const names = keysOf(map);
  const meet = (a: Place, b: Place) => a === b || a === "everywhere" || b === "everywhere";
  return names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .flatMap((other) =>
        meet(ACTIONS[one].place, ACTIONS[other].place)
          ? map[one]
              .filter((key) => map[other].includes(key))
              .map((key): [ActionName, ActionName, string] => [one, other, key])
          : [],
      ),
  );
}

/** How a key press is written in the map: `Ctrl+k`, `Shift+j`, `?`. Command counts as Control. */
export function written(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): string {
  const key = event.key === " " ? "Space" : event.key;
  const isLetter = /^[a-z]$/i.test(key);
  const named = key.length > 1;
  const parts = [
    event.ctrlKey || event.metaKey ? "Ctrl" : "",
    event.altKey ? "Alt" : "",
    event.shiftKey && (isLetter || named) ? "Shift" : "",
  ];
  return [...parts.filter(Boolean), isLetter ? key.toLowerCase() : key].join("+");
}

/** What a press can mean, asked for in turn. After `g` the second key never means what it means alone: `g q` must not queue a row. */
export function meanings(press: string, first: string | null): string[] {
  if (first === null) return [press];
  return press === first ? [`${first} ${press}`, press] : [`${first} ${press}`];
}

export const isSingleLetter = (key: string): boolean => [...key].length === 1;

/** How a key is printed on a button. */
export const printed = (key: string): string =>
  key
    .replace("Ctrl+", "^")
    .replace("Shift+", "⇧")
    .replace("Arrow", "")
    .replace("Enter", "↵")
    .replace("Escape", "Esc")
    .replace("ContextMenu", "Menu");
