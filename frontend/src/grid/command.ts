// The same decision as a command, for a script: what the button does, anyone with a token can do.
import type { Settable, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import type { Selection } from "./selection.ts";

export interface Wanted {
  workflow: Pick<WorkflowMeta, "path">;
  selection: Selection;
  status: Settable;
  expected: number | null;
  user: string;
  origin: string;
}

/** For a shell: single quotes let nothing in them mean anything. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function asCommand({ workflow, selection, status, expected, user, origin }: Wanted): string {
  const byIds = selection.kind === "ids";
  const body = byIds
    ? { status, ids: [...selection.ids] }
    : { status, filter: selection.filter, exclude_ids: [...selection.except], expected_count: expected };
  return [
    `curl -X PUT ${shellQuoted(`${origin}${pathOf(workflow)}/status${byIds ? "" : "/by-filter"}`)}`,
    `  -H "Authorization: Bearer $(scrapersky token ${shellQuoted(user)})"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${shellQuoted(JSON.stringify(body))}`,
  ].join(" \\\n");
}
