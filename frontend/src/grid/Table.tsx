// The table itself, with the ids that the specification names.

import { memo, useMemo, useRef, useState } from "react";
import type { Layout, Row, State, WorkflowMeta } from "../api/types.ts";
import { titleOf } from "../detail/rows.ts";
import { toldOf } from "../ui/State.tsx";
import { HeadCell } from "./HeadCell.tsx";
import {
  CHECKBOX_WIDTH,
  changed,
  fitted,
  frozenOffsets,
  moved,
  type PlacedColumn,
  withNatural,
  withoutSurplus,
  withStates,
  written,
} from "./layout.ts";
import { PageBox } from "./PageBox.tsx";
import { frozen, RowLine, type RowLook } from "./RowLine.tsx";
import type { GridStore } from "./store.ts";
import { type RowEvents, TableBody, useActiveInSight } from "./TableBody.tsx";
import { alike, hasOutcome } from "./telling.ts";
import { useNaturalWidths } from "./useNaturalWidths.ts";
import { useWidth } from "./useWidth.ts";

interface TableProps {
  workflow: WorkflowMeta;
  rows: readonly Row[];
  order: readonly string[];
  gone: readonly string[];
  states: readonly State[];
  store: GridStore;
  sort: string;
  columns: readonly PlacedColumn[];
  shown: readonly PlacedColumn[];
  layout: Layout;
  isBusy: boolean;
  onLayout: (change: Partial<Layout>) => void;
  onSort: (name: string) => void;
  events: RowEvents;
}

export const Table = memo(function Table({
  workflow,
  rows,
  order,
  gone,
  states,
  store,
  sort,
  columns,
  shown: wanted,
  layout,
  isBusy,
  onLayout,
  onSort,
  events,
}: TableProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const room = useWidth(scroll);
  const [drag, setDrag] = useState<{ name: string; width: number } | null>(null);
  const natural = useNaturalWidths(workflow.name, columns, rows);
  const told = [
    ...new Set(
      rows
        .filter((row) => hasOutcome(row) || (row.state === "Queued" && row.outcome !== null))
        .map((row) => toldOf(row.state, row.outcome ?? "", workflow.outcomes, true)),
    ),
  ].join("\n");
  const shown = useSeen(
    useMemo(() => withNatural(withStates(wanted, told.split("\n")), natural), [wanted, natural, told]),
    layout.columns.length > 0 ? 0 : room,
    alike(wanted, rows, sort),
  );
  const widths = useMemo(() => fitted(shown, room), [shown, room]).map((width, index) =>
    drag && shown[index]?.column.name === drag.name ? drag.width : width,
  );
  const offsets = useStable(frozenOffsets(widths, layout.frozen));
  const look = useMemo<RowLook>(
    () => ({
      kebab: workflow.kebab,
      nameOf: (row) => titleOf(workflow, row),
      boxClass: `${workflow.camel}-item-checkbox`,
      columns: shown.map(({ column }) => column),
      outcomes: workflow.outcomes,
      hasState: shown.some(({ column }) => column.part === "state"),
      offsets,
    }),
    [workflow, shown, offsets],
  );
  const away = useMemo(() => new Set(gone), [gone]);
  const arranged = () => written(columns, layout.columns);
  const onWidth = (name: string, width: number, isFinal: boolean) => {
    setDrag(isFinal ? null : { name, width });
    if (isFinal) onLayout({ columns: changed(arranged(), name, { width }) });
  };
  const onMove = (name: string, before: string) => {
    const there = arranged();
    const at = there.findIndex((each) => each.name === before);
    onLayout({ columns: moved(there, name, at) });
  };
  useActiveInSight(store, scroll);
  return (
    <div className="grid-scroll" ref={scroll} aria-busy={isBusy}>
      <table
        id={`${workflow.camel}Table`}
        className={`grid grid-${layout.density} ${layout.frozen > 0 ? "has-frozen" : ""}`}
        style={{ minWidth: CHECKBOX_WIDTH + widths.reduce((sum, width) => sum + width, 0) }}
      >
        <colgroup>
          <col style={{ width: CHECKBOX_WIDTH }} />
          {shown.map(({ column }, index) => (
            <col key={column.name} style={{ width: widths[index] }} />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="grid-check">
              <PageBox id={`selectAll${workflow.pascal}Checkbox`} store={store} order={order} />
            </th>
            {shown.map(({ column }, index) => (
              <HeadCell
                key={column.name}
                column={column}
                width={widths[index] ?? 0}
                left={offsets[index]}
                className={frozen(index, offsets.length)}
                sort={sort}
                onSort={onSort}
                onWidth={onWidth}
                onMove={onMove}
              />
            ))}
            <td aria-hidden="true" />
          </tr>
        </thead>
        <TableBody id={`${workflow.camel}TableBody`} events={events}>
          {rows.map((row) => (
            <RowLine
              key={row.id}
              row={row}
              look={look}
              store={store}
              isStale={away.has(row.id) || (states.length > 0 && !states.includes(row.state))}
            />
          ))}
        </TableBody>
      </table>
    </div>
  );
});

/** The same columns as long as the same ones give way. Where a person arranged them there is no such room, and none does. */
function useSeen(columns: readonly PlacedColumn[], room: number, surplus: ReadonlySet<string>): PlacedColumn[] {
  const key = [...surplus].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: which they are is in the key
  return useMemo(() => withoutSurplus(columns, room, surplus), [columns, room, key]);
}

/** The same array as long as it says the same. */
function useStable(numbers: number[]): readonly number[] {
  const key = numbers.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is in the key
  return useMemo(() => numbers, [key]);
}
