// What can be done with the row under the pointer; the same actions as by key and button.
import { verbOf } from "../api/sending.ts";
import type { Row, Settable } from "../api/types.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { leaveAlone } from "../privacy/leaveAlone.ts";
import { shown } from "../text/shown.ts";
import { useGo } from "../text/url.ts";
import { type MenuItem, MenuList } from "../ui/Menu.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { hostOf } from "./host.ts";
import { allMatching, choose, isChosen, isNothing, NOTHING } from "./selection.ts";
import { tokenFor, withToken } from "./tokens.ts";
import type { Deciding } from "./useDecide.ts";
import type { Grid } from "./useGrid.ts";

export interface MenuAt {
  id: string;
  column: string | null;
  at: { left: number; top: number };
}

export function RowMenu({
  grid,
  deciding,
  menu,
  onOpen,
  onEdit,
  onClose,
}: {
  grid: Grid;
  deciding: Deciding;
  menu: MenuAt;
  onOpen: (id: string) => void;
  onEdit: (id: string) => void;
  onClose: () => void;
}) {
  const { print } = useKeyMap();
  const go = useGo();
  const { workflow, store } = grid;
  const row = grid.items.find(({ id }) => id === menu.id);
  if (!row) return null;
  const disabled = deciding.why !== null;
  const { selection } = store.get();
  const many = !isNothing(selection) && isChosen(selection, row.id) ? " the selected rows" : "";
  const decide = (status: Settable) => (many ? deciding.decide(status) : deciding.decideRow(row.id, status));
  const items: MenuItem[] = [
    { label: `${verbOf("Queued", workflow)}${many}`, keys: print("queue"), disabled, run: () => decide("Queued") },
    { label: `Skip${many}`, keys: print("skip"), disabled, run: () => decide("Skipped") },
    { label: `Reset${many} to New`, keys: print("reset"), disabled, run: () => decide("New") },
    { label: `Tag or edit${many}…`, keys: print("edit"), disabled, run: () => onEdit(row.id) },
    { label: "Details", keys: print("open"), run: () => onOpen(row.id) },
    { label: "Open as a page", run: () => go(`/w/${workflow.kebab}/${row.id}`) },
    ...(menu.column ? columnItems(grid, row, menu.column) : []),
    ...hostItems(grid, row),
    ...leaveAlone(workflow, row, go),
    { label: "Copy the id", run: () => copy(row.id) },
    { label: "Copy the link", run: () => copy(`${location.origin}/w/${workflow.kebab}/${row.id}`) },
    {
      label: "Select only this row",
      run: () => store.set({ selection: choose(NOTHING, [row.id], true), anchor: row.id }),
    },
  ];
  return <MenuList label="Row" items={items} at={menu.at} onClose={onClose} />;
}

function columnItems({ workflow, address, filterBy, shown: columns }: Grid, row: Row, name: string): MenuItem[] {
  const value = row[name];
  const column = columns.find(({ column: each }) => each.name === name)?.column;
  if (!column) return [];
  const text = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
  const isField = workflow.search_fields.some((field) => field.name === name);
  const filter = (): void => {
    if (column.part === "state") filterBy({ status: [row.state] });
    else filterBy({ search: withToken(address.search, tokenFor(name, text)) });
  };
  return [
    ...(isField || column.part === "state"
      ? [
          {
            label: `Filter by this value: ${column.part === "state" ? row.state : shown(text ?? "empty", 28)}`,
            run: filter,
          },
        ]
      : []),
    ...(text !== null ? [{ label: `Copy ${column.label}`, run: () => copy(String(text)) }] : []),
  ];
}

function hostItems({ workflow, address, filter, filterBy, store, rows }: Grid, row: Row): MenuItem[] {
  const host = hostOf(workflow, row);
  if (host === null || !workflow.search_fields.some(({ name }) => name === "host")) return [];
  const search = withToken(
    address.search.trim() && !address.search.includes("host:") ? address.search : "",
    tokenFor("host", host),
  );
  return [
    {
      label: `Select all of ${shown(host, 32)}`,
      run: () => {
        const narrowed = { ...filter, search };
        // How many they are is counted under the new filter.
        const selection = allMatching(narrowed, rows.page && { ...rows.page, total: null });
        store.set({ selection, filter: narrowed });
        filterBy({ search });
      },
    },
  ];
}

function copy(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast("Copied.", { seconds: 3 }),
    () => problem("The browser did not let it be copied."),
  );
}
