// What is rarely done with the chosen rows; in narrow windows also what the bar has no room for.
import { useMeta } from "../api/queries.ts";
import { plural } from "../text/numbers.ts";
import { useGo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu, type MenuItem } from "../ui/Menu.tsx";
import { toast } from "../ui/Toasts.tsx";
import { chosenCount } from "./selection.ts";
import { type Deciding, TRIED } from "./useDecide.ts";
import type { Grid } from "./useGrid.ts";

/** Where the bar has no room for them, as its styles have it. */
const isNarrow = (): boolean => matchMedia("(width < 760px)").matches;

interface InTheBar {
  deciding: Deciding;
  isRefused: boolean;
  onEdit: () => void;
  merge: (() => void) | null;
}

const inTheBar = ({ deciding, isRefused, onEdit, merge }: InTheBar): MenuItem[] => [
  { label: `Try ${TRIED}`, disabled: isRefused, run: () => deciding.tryFirst() },
  { label: "Tag or edit", disabled: deciding.why !== null, run: onEdit },
  ...(merge ? [{ label: "Merge", run: merge }] : []),
];

interface MoreProps {
  grid: Grid;
  deciding: Deciding;
  onEdit: () => void;
  onExport: () => void;
  merging: string | null;
}

export function BatchMore({ grid, deciding, merging, onEdit, onExport }: MoreProps) {
  const go = useGo();
  const meta = useMeta();
  const copy = async () => {
    const { asCommand } = await import("./command.ts");
    const { selection } = grid.store.get();
    const expected = chosenCount(selection, grid.rows.page?.total ?? null);
    await navigator.clipboard.writeText(
      asCommand({
        workflow: grid.workflow,
        selection,
        status: "Queued",
        expected,
        user: meta.user.name,
        origin: location.origin,
      }),
    );
    toast(`The command that queues ${expected === null ? "them" : plural(expected, "row")} is in the clipboard.`);
  };
  const merge = merging === null ? null : () => go(merging);
  const isRefused = deciding.why !== null || deciding.isBusy;
  const items: MenuItem[] = [
    ...(isNarrow() ? inTheBar({ deciding, isRefused, onEdit, merge }) : []),
    ...(meta.user.may_export ? [{ label: "Export these rows…", run: onExport }] : []),
    { label: "Copy as command", run: () => void copy() },
    {
      id: `update-${grid.workflow.plural}-status-archived`,
      label: "Archive (the same as Skip)",
      disabled: isRefused,
      run: () => deciding.decide("Skipped"),
    },
    {
      label: "Select every row that matches",
      keys: "^a",
      run: () => grid.store.set({ selection: grid.everything() }),
    },
  ];
  return (
    <Menu label="More for the selection" className="icon-button" items={items}>
      <Icon name="down" />
    </Menu>
  );
}
