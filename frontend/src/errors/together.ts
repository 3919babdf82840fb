// Several causes decided about by one press: told once, with one way back for all of it.
import type { QueryClient } from "@tanstack/react-query";
import { decideMatching, sentTo, windowOf } from "../api/decide.ts";
import type { Decided, ErrorGroup, Settable, WorkflowMeta } from "../api/types.ts";
import { rememberTogether, undoTogether } from "../shell/undo.ts";
import { plural } from "../text/numbers.ts";
import { refusedWords } from "../text/refused.ts";
import { toast } from "../ui/Toasts.tsx";
import { actualOf } from "./GroupTrouble.tsx";
import { filterOf, type Manner, mannerOf } from "./groups.ts";

/** So many more that failed alike while somebody read are tried again with the others; what would be sent is asked about. */
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
    const isFew = now !== null && now <= group.count + FEW_MORE;
    if (status !== "Queued" || workflow.hands_over || !isFew) throw error;
    return send(now);
  }
}

/** What came of the decision about one group. */
export interface Answered {
  workflow: WorkflowMeta;
  decided: Decided;
}

const tokensOf = (answers: readonly Answered[]): string[] =>
  answers.flatMap(({ decided: { undo_token } }) => undo_token ?? []);

export const takeBack = (client: QueryClient, answers: readonly Answered[]): Promise<void> =>
  undoTogether(
    client,
    tokensOf(answers).map((token) => ({ token, rows: [] })),
  );

export function tellTogether(client: QueryClient, status: Settable, answers: readonly Answered[]): void {
  const tokens = tokensOf(answers);
  const to = answers.map(({ workflow }) => sentTo(client, workflow, status)).find((each) => each !== null) ?? null;
  rememberTogether(tokens);
  toast(togetherWords(status, answers, to), {
    about: tokens.join(" "),
    ...(tokens.length > 0 && { action: { label: "Undo", keys: "z", run: () => void takeBack(client, answers) } }),
    ...windowOf(client, status, to),
  });
}

/** What is sent, what stays in the house, and what was left as it was. */
function togetherWords(status: Settable, answers: readonly Answered[], to: string | null): string {
  const isSent = ({ workflow }: Answered) => to !== null && workflow.hands_over;
  const sent = countOf(answers.filter(isSent));
  const kept = answers.filter((each) => !isSent(each));
  const rows = `${plural(countOf(kept), "row")} of ${plural(kept.length, "group")}`;
  const refused = answers.flatMap(({ decided }) => decided.refused ?? []);
  return [
    kept.some(({ decided }) => decided.job)
      ? `${rows} become ${status}, a few thousand at a time.`
      : kept.length > 0 && (status === "Queued" ? `${rows} will be tried again.` : `Updated ${rows} to ${status}.`),
    kept.length < answers.length && `${plural(sent, "row goes", "rows go")} to ${to}.`,
    refusedWords({ refused: refused.length, refusal: refused[0]?.reason ?? null }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Rows of a job are decided about one after the other. */
const countOf = (answers: readonly Answered[]): number =>
  answers.reduce((sum, { decided: { updated_count, job } }) => sum + (job?.total ?? updated_count), 0);
