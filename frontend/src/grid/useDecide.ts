// From a key or a button to a decision: about the row that is pointed at at once, about many after a look at how many.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/client.ts";
import { decideIds, decideMatching, knownDone, type Taken } from "../api/decide.ts";
import { useMeta } from "../api/queries.ts";
import { recipients } from "../api/sending.ts";
import type { Settable } from "../api/types.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { useOffline } from "../live/useLive.ts";
import { useRoleRefusal } from "../shell/refusal.ts";
import { dropToastsAbout, problem, toast } from "../ui/Toasts.tsx";
import { isAskedFirst } from "./asking.ts";
import { meantRow } from "./meant.ts";
import { chosenCount, isChosen, isNothing, NOTHING, type Selection, withoutTried } from "./selection.ts";
import type { Grid } from "./useGrid.ts";

export const TRIED = 10;
export interface Drift {
  expected: number;
  actual: number;
}
/** A decision that waits for a person's yes. */
export interface Asked {
  status: Settable;
  selection: Selection;
  drift: Drift | null;
}
export type Deciding = ReturnType<typeof useDecide>;

export function useDecide(grid: Grid) {
  const client = useQueryClient();
  const meta = useMeta();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isBusy, setBusy] = useState(false);
  const offline = useOffline();
  const refusal = useRoleRefusal("curator");
  const { print } = useKeyMap();
  const why =
    refusal ??
    (grid.rows.isOutdated ? "The search is refused, and these rows belong to the one before. Correct it first." : null);
  const { store, workflow, order, hidesRows } = grid;
  const matching = grid.rows.page?.total ?? null;
  const isExact = !(grid.rows.page?.total_is_estimate ?? true);

  const send = async (status: Settable, selection: Selection, expected: number, limit?: number): Promise<void> => {
    setBusy(true);
    try {
      const decided =
        selection.kind === "ids"
          ? await decideIds(client, workflow, [...selection.ids].slice(0, limit), status)
          : await decideMatching(client, workflow, status, {
              filter: selection.filter,
              exclude: [...selection.except],
              expected,
              limit,
            });
      if (decided) done(selection, decided, limit);
    } catch (error) {
      const drift = driftOf(error);
      if (drift) setAsked({ status, selection, drift });
      else problem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const done = (selection: Selection, { job, updated_ids = [] }: Taken, limit?: number) => {
    setAsked(null);
    const { jobs } = store.get();
    store.set({
      selection: limit ? withoutTried(selection, updated_ids) : NOTHING,
      anchor: null,
      jobs: job ? [...jobs, job.id] : jobs,
    });
  };
  const decideRow = (id: string, status: Settable) => void decideIds(client, workflow, [id], status);
  const warnOfNothing = () =>
    warn(
      hidesRows
        ? "No row is open. Open one first."
        : `Nothing is selected. Tick some rows, click one, or move to it with ${print("down")} and ${print("up")}.`,
    );
  const decideActive = (status: Settable) => {
    const id = meantRow({ hidesRows, item: grid.address.item, ...store.get(), order });
    if (id === null) return warnOfNothing();
    decideRow(id, status);
    const next = hidesRows || !order.includes(id) ? undefined : order[order.indexOf(id) + 1];
    if (next) store.set({ active: next, isMeant: true });
  };
  /** What a key or a button says: about what is chosen, else about the row the person is at, or on the map the open one. */
  const decide = (status: Settable): void => {
    if (why) return void problem(why);
    if (isBusy) return;
    const { selection } = store.get();
    if (isNothing(selection)) return void decideActive(status);
    // Which rows those are only the server knows.
    if (offline && selection.kind === "all") return void problem(`Nothing was decided. ${offline}`);
    const count = chosenCount(selection, isExact ? matching : null);
    const to = status === "Queued" ? recipients(workflow, meta) : null;
    const isAll = selection.kind === "all";
    const onScreen = hidesRows ? [] : order.filter((id) => isChosen(selection, id));
    const unseen = isAll && count !== null ? Math.max(0, count - onScreen.length) : 0;
    const done = knownDone(client, workflow, isAll ? onScreen : [...selection.ids]).length;
    if (count === null || isAskedFirst({ status, count, unseen, done, to, isAll }, meta.confirm_above))
      setAsked({ status, selection, drift: null });
    else void send(status, selection, count);
  };
  /** The first few only, to see what comes of them. */
  const tryFirst = (
    selection: Selection = store.get().selection,
    expected: number | null = chosenCount(selection, isExact ? matching : null),
  ): void => {
    if (why) return void problem(why);
    if (expected === null) setAsked({ status: "Queued", selection, drift: null });
    else void send("Queued", selection, expected, TRIED);
  };
  return { why, isBusy, asked, decide, decideRow, warnOfNothing, tryFirst, send, ask: setAsked };
}

const NOTHING_MEANT = "nothing-meant";

/** Once, however often the key is pressed. */
function warn(words: string): void {
  dropToastsAbout(NOTHING_MEANT);
  toast(`${words} Nothing was changed.`, { kind: "problem", about: NOTHING_MEANT });
}

function driftOf(error: unknown): Drift | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { expected, actual } = error.facts;
  return typeof expected === "number" && typeof actual === "number" ? { expected, actual } : null;
}
