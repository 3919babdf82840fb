// Ways of looking at a tab that people saved.
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { post, put, remove } from "../api/client.ts";
import type { View, ViewDraft } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu, type MenuItem } from "../ui/Menu.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { ViewDialog } from "./screens.ts";
import type { Grid } from "./useGrid.ts";
import { contentOf, isChanged } from "./view.ts";

type Naming = { kind: "new" } | { kind: "rename"; view: View };

export function SavedViews({ grid: { views, view, address, group, change } }: { grid: Grid }) {
  const open = ({ id, content }: View) =>
    change({ view: id, status: [], q: null, sort: null, origin: null, group: content.group, page: null, after: null });
  return views.map((each) => (
    <button
      key={each.id}
      type="button"
      className="foreign chip view-name"
      aria-pressed={each.id === view?.id}
      title={`${shown(each.name, 80)} · ${each.shared ? "shared" : "private"}, by ${shown(each.made_by, 40)}`}
      onClick={() => open(each)}
    >
      {shown(each.name, 24)}
      {each.id === view?.id && isChanged(each.content, address, group) && (
        <span className="view-changed" title="Changed since it was saved">
          *
        </span>
      )}
    </button>
  ));
}

export function ViewMenu({ grid }: { grid: Grid }) {
  const { view, address } = grid;
  const [naming, setNaming] = useState<Naming | null>(null);
  const saving = useSaving(grid);
  const own: MenuItem[] = view?.mine
    ? [
        {
          label: `Keep the present filter in “${shown(view.name, 30)}”`,
          disabled: !isChanged(view.content, address, grid.group),
          run: () => void saving.save(view, { content: contentOf(address, grid.layout, grid.group) }),
        },
        { label: "Rename…", run: () => setNaming({ kind: "rename", view }) },
        {
          label: view.shared ? "Make it private" : "Share it with everyone",
          run: () => void saving.save(view, { shared: !view.shared }),
        },
        { label: "Delete this view", danger: true, run: () => void saving.drop(view) },
      ]
    : [];
  return (
    <>
      <Menu
        label="Save and manage views"
        className="button tool-button"
        items={[{ label: "Save this view…", run: () => setNaming({ kind: "new" }) }, ...own]}
      >
        <Icon name="plus" />
      </Menu>
      {naming && (
        <Suspense>
          <ViewDialog
            view={naming.kind === "rename" ? naming.view : null}
            onClose={() => setNaming(null)}
            onSave={(name, shared) => saving.named(naming.kind === "rename" ? naming.view : null, name, shared)}
          />
        </Suspense>
      )}
    </>
  );
}

function useSaving({ workflow, address, layout, change, group }: Grid) {
  const client = useQueryClient();
  const told = async (work: () => Promise<string>): Promise<boolean> => {
    try {
      toast(await work());
      await client.invalidateQueries({ queryKey: ["views"] });
      return true;
    } catch (error) {
      problem(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const save = ({ id, name, shared, content }: View, wanted: Partial<ViewDraft>) =>
    told(async () => {
      const saved = await put(`/views/${id}`, { workflow: workflow.name, name, shared, content, ...wanted });
      return `“${saved.name}” is saved${saved.shared ? " for everyone" : ""}.`;
    });
  const add = (name: string, shared: boolean) =>
    told(async () => {
      const draft: ViewDraft = { workflow: workflow.name, name, shared, content: contentOf(address, layout, group) };
      const made = await post("/views", draft);
      await client.invalidateQueries({ queryKey: ["views"] });
      change({ view: made.id });
      return `“${made.name}” is saved${made.shared ? " for everyone" : ""}.`;
    });
  const drop = (view: View) =>
    told(async () => {
      await remove(`/views/${view.id}`);
      change({ view: null });
      return `“${view.name}” is deleted.`;
    });
  return {
    save,
    drop,
    named: (view: View | null, name: string, shared: boolean) =>
      view ? save(view, { name, shared }) : add(name, shared),
  };
}
