import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { savePrefs, usePrefs } from "../api/queries.ts";
import type { Layout, Prefs, View, WorkflowMeta } from "../api/types.ts";
import { columnsOf, type PlacedColumn, placed, USUAL } from "./layout.ts";
import { layoutOf } from "./view.ts";

export interface Arrangement {
  layout: Layout;
  columns: PlacedColumn[];
  shown: readonly PlacedColumn[];
  save: (change: Partial<Layout>) => void;
}

/** How this person has the columns here: in this view, else in this workflow, else as they come. */
export function useLayout(workflow: WorkflowMeta, view: View | undefined): Arrangement {
  const client = useQueryClient();
  const layouts = usePrefs()?.layouts;
  const own = layouts?.[workflow.name];
  const key = view ? `${workflow.name}:${view.id}` : workflow.name;
  const layout = useMemo(
    () => layouts?.[key] ?? (view ? layoutOf(view.content, own?.size ?? USUAL.size) : (own ?? USUAL)),
    [layouts, key, view, own],
  );
  const columns = useMemo(() => placed(columnsOf(workflow), layout.columns), [workflow, layout.columns]);
  const shown = useMemo(() => columns.filter(({ hidden }) => !hidden), [columns]);
  const save = useCallback(
    (change: Partial<Layout>) => {
      const kept = client.getQueryData<Prefs>(["prefs"])?.layouts;
      void savePrefs(client, { layouts: { ...kept, [key]: { ...(kept?.[key] ?? layout), ...change } } });
    },
    [client, key, layout],
  );
  return useMemo(() => ({ layout, columns, shown, save }), [layout, columns, shown, save]);
}
