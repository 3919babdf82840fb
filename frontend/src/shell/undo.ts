// Taking back: the last batch by key, any batch by its token.
import type { QueryClient } from "@tanstack/react-query";
import { post } from "../api/client.ts";
import { number } from "../text/numbers.ts";
import { inWords } from "../text/trouble.ts";
import { dropToastsAbout, problem, toast } from "../ui/Toasts.tsx";

/** A batch, or only these rows of it: what is decided in one sitting in review is one batch. */
interface Way {
  token: string;
  rows: readonly string[];
  /** Batches of one act go back together. */
  act?: string;
}

let ways: readonly Way[] = [];
const MOST_ROWS = 100;

export function rememberUndo(token: string | null | undefined, rows: readonly string[] = []): void {
  if (!token) return;
  if (rows.length === 0) ways = [...ways, { token, rows }];
  for (let from = 0; from < rows.length; from += MOST_ROWS)
    ways = [...ways, { token, rows: rows.slice(from, from + MOST_ROWS) }];
}

/** What was decided by one press, in several tabs or of several causes. */
export function rememberTogether(tokens: readonly string[]): void {
  const [act] = tokens;
  if (act) ways = [...ways, ...tokens.map((token) => ({ token, rows: [], act }))];
}

const onTheirWay = new Set<Promise<unknown>>();

/** A decision that was sent: whoever takes back the last one waits for it, or would take back the one before. */
export function sent<Answer>(decision: Promise<Answer>): Promise<Answer> {
  const settled = decision
    .then(
      () => undefined,
      () => undefined,
    )
    .finally(() => onTheirWay.delete(settled));
  onTheirWay.add(settled);
  return decision;
}

export const decisionsAreKept = (): Promise<unknown> => Promise.all(onTheirWay);

/** Without rows, all of the batch. */
export const undo = (client: QueryClient, token: string, rows: readonly string[] = []): Promise<void> =>
  undoTogether(client, [{ token, rows }]);

/** Told once, whatever number of batches it was. */
export async function undoTogether(client: QueryClient, back: readonly Way[]): Promise<void> {
  const answers = await Promise.allSettled(
    back.map(({ token, rows }) => {
      forget(token, rows);
      dropToastsAbout(token);
      return post(`/undo/${token}`, undefined, { query: { row: rows } });
    }),
  );
  const words = undoneWords(answers.flatMap((each) => (each.status === "fulfilled" ? each.value : [])));
  if (words) toast(words);
  for (const each of answers) if (each.status === "rejected") problem(inWords(each.reason));
  for (const key of ["list", "facets", "overview", "batches", "row", "duplicates", "suppressions"])
    void client.invalidateQueries({ queryKey: [key] });
}

function undoneWords(undone: readonly { message: string; restored: number; total: number }[]): string | undefined {
  const [first, ...others] = undone;
  if (others.length === 0) return first?.message;
  const restored = undone.reduce((sum, each) => sum + each.restored, 0);
  const total = undone.reduce((sum, each) => sum + each.total, 0);
  const rest = restored < total ? " The History says what becomes of the others." : "";
  return `${number(restored)} of ${number(total)} restored.${rest}`;
}

/** One row of a batch, as it was before. The server says why it could not. */
export async function undoRow(token: string, id: string): Promise<boolean> {
  try {
    const { restored, message } = await post(`/undo/${token}`, undefined, { query: { row: id } });
    if (restored === 0) problem(`A worker was faster, or someone else decided anew. ${message}`);
    else forget(token, [id]);
    return restored > 0;
  } catch (error) {
    problem(inWords(error));
    return false;
  }
}

/** Nothing of the rows is left to take back, or of the whole batch. */
function forget(token: string, gone: readonly string[]): void {
  ways = ways.flatMap((way) => {
    if (way.token !== token || (gone.length > 0 && way.rows.length === 0)) return [way];
    const rows = gone.length > 0 ? way.rows.filter((id) => !gone.includes(id)) : [];
    return rows.length > 0 ? [{ token, rows }] : [];
  });
}

export async function undoLast(client: QueryClient): Promise<void> {
  await decisionsAreKept();
  const last = ways.at(-1);
  const act = last?.act;
  if (act)
    await undoTogether(
      client,
      ways.filter((way) => way.act === act),
    );
  else if (last) await undo(client, last.token, last.rows);
  else toast("There is no decision of this visit to undo. The History page has the earlier ones.");
}
