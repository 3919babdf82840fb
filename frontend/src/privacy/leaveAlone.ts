import type { Row, WorkflowMeta } from "../api/types.ts";
import { hostOf } from "../grid/host.ts";
import { shown } from "../text/shown.ts";
import type { MenuItem } from "../ui/Menu.tsx";

/** The address of a row where it has one, and its domain: the menu leads to the list with either filled in. */
export function leaveAlone(workflow: WorkflowMeta, row: Row, go: (address: string) => void): MenuItem[] {
  const email = workflow.columns.find(({ kind }) => kind === "email")?.name;
  return [email ? row[email] : null, hostOf(workflow, row)].flatMap((who) =>
    typeof who === "string" && who !== ""
      ? [{ label: `Never contact ${shown(who, 44)} again…`, run: () => go(`/privacy?${new URLSearchParams({ who })}`) }]
      : [],
  );
}
