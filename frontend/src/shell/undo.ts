// Taking back: the last batch by key, any batch by its token.
import type { QueryClient } from "@tanstack/react-query";
import { post } from "../api/client.ts";
import { dropToastsAbout, problem, toast } from "../ui/Toasts.tsx";

const tokens: string[] = [];

export function rememberUndo(token: string | null | undefined): void {
  if (token) tokens.push(token);
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

/** `isSitting`: with all that was decided in the same sitting in review. */
export async function undo(client: QueryClient, token: string, isSitting = false): Promise<void> {
  forgetUndo(token);
  dropToastsAbout(token);
  try {
    const { message } = await post(`/undo/${token}`, undefined, { query: { sitting: isSitting } });
    toast(message);
  } catch (error) {
    problem(error instanceof Error ? error.message : String(error));
  }
  for (const key of ["list", "facets", "overview", "batches", "row", "duplicates", "suppressions"])
    void client.invalidateQueries({ queryKey: [key] });
}

/** One row of a batch, as it was before. The server says why it could not. */
export async function undoRow(token: string, id: string): Promise<boolean> {
  try {
    const { restored, message } = await post(`/undo/${token}`, undefined, { query: { row: id } });
    if (restored === 0) problem(`A worker was faster, or someone else decided anew. ${message}`);
    return restored > 0;
  } catch (error) {
    problem(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** Nothing of it is left to take back. */
export function forgetUndo(token: string): void {
  const at = tokens.indexOf(token);
  if (at >= 0) tokens.splice(at, 1);
}

export async function undoLast(client: QueryClient): Promise<void> {
  await decisionsAreKept();
  const token = tokens.at(-1);
  if (token) await undo(client, token);
  else toast("There is no decision of this visit to undo. The History page has the earlier ones.");
}
