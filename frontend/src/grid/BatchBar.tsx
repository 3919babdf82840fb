// The three decisions. They float over the rows while some are chosen; otherwise they are about the row the person is at, or the one that is open beside the map.
import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import { aimOf, recipients, verbOf } from "../api/sending.ts";
import type { Settable } from "../api/types.ts";
import type { ActionName } from "../keys/keymap.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { number, total } from "../text/numbers.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { BatchMore } from "./BatchMore.tsx";
import { mergeAddress } from "./exporting.ts";
import { cameSince, choose, chosenCount, isNothing, NOTHING, pageMark } from "./selection.ts";
import { useGridState } from "./store.ts";
import { type Deciding, TRIED } from "./useDecide.ts";
import type { Grid } from "./useGrid.ts";

interface Button {
  status: Settable;
  id: string;
  action: ActionName;
  icon?: IconName;
}
const BUTTONS: readonly Button[] = [
  { status: "Queued", id: "selected", action: "queue", icon: "bolt" },
  { status: "Skipped", id: "rejected", action: "skip" },
  { status: "New", id: "new", action: "reset" },
];

interface BatchProps {
  grid: Grid;
  deciding: Deciding;
  onEdit: () => void;
  onExport: () => void;
}

export function BatchBar({ grid, deciding, onEdit, onExport }: BatchProps) {
  const { print } = useKeyMap();
  const selection = useGridState(grid.store, (state) => state.selection);
  const isMeant = useGridState(grid.store, (state) => state.isMeant);
  const isIdle = isNothing(selection);
  const to = recipients(grid.workflow, useMeta());
  const merging = mergeAddress(grid.workflow, selection);
  const reason =
    deciding.why ?? (isIdle && grid.order.length === 0 && !grid.hidesRows ? "There is no row to decide about." : null);
  return (
    <div className={`batch-bar ${isIdle ? "is-idle" : ""}`} role="group" aria-label="Decide">
      {isIdle ? <span className="quiet batch-words">{aboutWhat(grid, isMeant)}</span> : <Chosen grid={grid} />}
      {BUTTONS.map(({ status, id, action, icon }) => (
        <button
          key={status}
          id={`update-${grid.workflow.plural}-status-${id}`}
          type="button"
          className={`button ${status === "Queued" && !isIdle ? "primary" : ""}`}
          disabled={reason !== null || deciding.isBusy}
          title={reason ?? (status === "Queued" ? aimOf(grid.workflow, to) : `Set to ${status}`)}
          onClick={() => deciding.decide(status)}
        >
          {icon && !isIdle && <Icon name={icon} />}
          {verbOf(status, grid.workflow)}
          {status === "Queued" && !isIdle && to && <span className="batch-to"> to {to}</span>}
          <kbd>{print(action)}</kbd>
        </button>
      ))}
      {!isIdle && (
        <>
          <button
            type="button"
            className="button batch-wide"
            disabled={reason !== null || deciding.isBusy}
            title={reason ?? `${verbOf("Queued", grid.workflow)} ${TRIED} of them and see what comes of it`}
            onClick={() => deciding.tryFirst()}
          >
            Try {TRIED}
          </button>
          <button
            type="button"
            className="button batch-wide"
            disabled={deciding.why !== null}
            title={deciding.why ?? "Add to a list, write a note, or correct a value of all of them"}
            onClick={onEdit}
          >
            Tag or edit <kbd>{print("edit")}</kbd>
          </button>
          {merging && (
            <Link className="button batch-wide" href={merging}>
              Merge
            </Link>
          )}
          <BatchMore grid={grid} deciding={deciding} merging={merging} onEdit={onEdit} onExport={onExport} />
          <button
            type="button"
            className="icon-button batch-close"
            aria-label="Select nothing"
            title="Select nothing"
            onClick={() => grid.store.set({ selection: NOTHING, anchor: null })}
          >
            <Icon name="close" />
          </button>
        </>
      )}
      {deciding.why && <span className="problem batch-why">{deciding.why}</span>}
    </div>
  );
}

function aboutWhat({ hidesRows, address }: Grid, isMeant: boolean): string {
  if (hidesRows) return address.item === null ? "No row open" : "Open row";
  return isMeant ? "Active row" : "Nothing selected";
}

/** How many, and the second step: from this page to every row that matches. */
function Chosen({ grid }: { grid: Grid }) {
  const selection = useGridState(grid.store, (state) => state.selection);
  const page = grid.rows.page;
  const matching = page?.total ?? null;
  const count = chosenCount(selection, matching);
  const isPage =
    selection.kind === "ids" &&
    pageMark(selection, grid.order) === "all" &&
    matching !== null &&
    matching > selection.ids.size;
  const isAbout = selection.kind === "all" && (page?.total_is_estimate ?? false);
  const more = cameSince(selection, matching);
  const takeThemToo = () => {
    const everything = grid.everything();
    const except = selection.kind === "all" ? selection.except : [];
    grid.store.set({ selection: choose(everything, except, false) });
  };
  return (
    <span className="batch-words" aria-live="polite">
      <strong id="selected-count">{count === null ? "All" : total(count, isAbout)} selected</strong>
      {selection.kind === "all" && (
        <span className="quiet">
          every row that matches{selection.except.size > 0 ? `, except ${number(selection.except.size)}` : ""}
        </span>
      )}
      {more > 0 && (
        <button type="button" className="link-button" title="They are not selected" onClick={takeThemToo}>
          {number(more)} more came since: take {more === 1 ? "it" : "them"} too
        </button>
      )}
      {isPage && (
        <button type="button" className="link-button" onClick={() => grid.store.set({ selection: grid.everything() })}>
          Select all {total(matching, page?.total_is_estimate ?? false)} that match
        </button>
      )}
    </span>
  );
}
