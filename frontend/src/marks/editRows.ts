// Sending what is wanted of rows, and telling what came of it with its way back.
import type { QueryClient } from "@tanstack/react-query";
import { put } from "../api/client.ts";
import { serverFilter } from "../api/decide.ts";
import type { RowsEdited, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import type { Selection } from "../grid/selection.ts";
import { rememberUndo, sent, undo } from "../shell/undo.ts";
import { toast } from "../ui/Toasts.tsx";
import type { Wanted } from "./draft.ts";

const rowsOf = (selection: Selection) =>
  selection.kind === "ids"
    ? { ids: [...selection.ids], exclude_ids: [] }
    : { ids: [], filter: serverFilter(selection.filter), exclude_ids: [...selection.except] };

/** What would change, before anything does. */
export const previewOf = (workflow: WorkflowMeta, selection: Selection, wanted: Wanted): Promise<RowsEdited> =>
  put(`${pathOf(workflow)}/values`, { ...rowsOf(selection), ...wanted, dry_run: true });

export async function editRows(
  client: QueryClient,
  workflow: WorkflowMeta,
  selection: Selection,
  wanted: Wanted,
  expected: number | null = null,
): Promise<RowsEdited> {
  const body = { ...rowsOf(selection), ...wanted, expected_count: expected, dry_run: false };
  const edited = await sent(put(`${pathOf(workflow)}/values`, body));
  const token = edited.undo_token;
  rememberUndo(token);
  toast(
    edited.message,
    token ? { about: token, action: { label: "Undo", keys: "z", run: () => void undo(client, token) } } : {},
  );
  for (const key of ["list", "row"]) void client.invalidateQueries({ queryKey: [key, workflow.name] });
  for (const key of ["tags", "batches"]) void client.invalidateQueries({ queryKey: [key] });
  return edited;
}
