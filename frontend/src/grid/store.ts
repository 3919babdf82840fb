// What a person is at in one tab: the active row and the selection. Rows listen for themselves, so that moving draws two of them.
import { useSyncExternalStore } from "react";
import type { RowFilter } from "../api/types.ts";
import { isNothing, NOTHING, type Selection } from "./selection.ts";

export interface GridState {
  active: string | null;
  /** The person clicked the active row or moved to it; until then it is only where keys begin, and nothing is decided about it. */
  isMeant: boolean;
  /** Where a range begins. */
  anchor: string | null;
  selection: Selection;
  /** The filter under which the selection was made. */
  filter: RowFilter | null;
  jobs: readonly string[];
}

export class GridStore {
  #state: GridState = { active: null, isMeant: false, anchor: null, selection: NOTHING, filter: null, jobs: [] };
  readonly #watchers = new Set<() => void>();

  readonly get = (): GridState => this.#state;

  readonly watch = (tell: () => void): (() => void) => {
    this.#watchers.add(tell);
    return () => this.#watchers.delete(tell);
  };

  set(change: Partial<GridState>): void {
    const before = this.#state.selection;
    this.#state = { ...this.#state, ...change };
    // The last row that was ticked is still the active one, and no longer wanted.
    if (isNothing(this.#state.selection) && !isNothing(before)) this.#state = { ...this.#state, isMeant: false };
    for (const tell of this.#watchers) tell();
  }
}

const stores = new Map<string, GridStore>();

/** One per workflow: a look at another tab loses nothing. */
export function storeOf(workflow: string): GridStore {
  const there = stores.get(workflow) ?? new GridStore();
  stores.set(workflow, there);
  return there;
}

export function useGridState<Picked>(store: GridStore, pick: (state: GridState) => Picked): Picked {
  return useSyncExternalStore(store.watch, () => pick(store.get()));
}
