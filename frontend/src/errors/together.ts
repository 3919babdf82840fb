// Several causes decided about by one press: told once, with one way back for all of it.
import type { QueryClient } from "@tanstack/react-query";
import { decideMatching, windowOf } from "../api/decide.ts";
import type { Decided, ErrorGroup, Settable, WorkflowMeta } from "../api/types.ts";
import { rememberTogether, undo } from "../shell/undo.ts";
import { plural } from "../text/numbers.ts";
import { toast } from "../ui/Toasts.tsx";
import { actualOf } from "./GroupTrouble.tsx";
import { filterOf, type Manner, mannerOf } from "./groups.ts";

/** So many more that failed alike while somebody read are tried again with the others. */
const FEW_MORE = 10;

interface How {
  manner: Manner;
  over: number;
  isToldByCaller: boolean;
}

export async function decideGroup(
  client: QueryClient,
  workflow: WorkflowMeta,
  group: ErrorGroup,
  status: Settable,
  { manner, over, isToldByCaller }: How,
): Promise<Decided> {
  const send = (expected: number) =>
    decideMatching(client, workflow, status, {
      filter: filterOf(group),
      exclude: [],
      expected,
      isToldByCaller,
      ...mannerOf(manner, over),
    });
  try {
    return await send(group.count);
  } catch (error) {
    const now = actualOf(error);
    if (status !== "Queued" || now === null || now > group.count + FEW_MORE) throw error;
    return send(now);
  }
}

/** @returns How all of it is taken back. */
export function tellTogether(client: QueryClient, status: Settable, decided: readonly Decided[]): () => void {
  const tokens = decided.flatMap(({ undo_token }) => (undo_token ? [undo_token] : []));
  const rows = decided.reduce((sum, { updated_count }) => sum + updated_count, 0);
  const takeBack = () => void Promise.all(tokens.map((token) => undo(client, token)));
  rememberTogether(tokens);
  toast(`Updated ${plural(rows, "row")} of ${plural(decided.length, "group")} to ${status}.`, {
    about: tokens.join(" "),
    ...(tokens.length > 0 && { action: { label: "Undo", keys: "z", run: takeBack } }),
    ...windowOf(client, status, null),
  });
  return takeBack;
}
