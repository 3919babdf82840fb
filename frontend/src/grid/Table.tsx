// The table itself, with the ids that the specification names.
import { type ChangeEvent, type MouseEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import type { Layout, Row, State, WorkflowMeta } from "../api/types.ts";
import { titleOf } from "../detail/rows.ts";
import { HeadCell } from "./HeadCell.tsx";
import {
  CHECKBOX_WIDTH,
  changed,
  fitted,
  frozenOffsets,
  moved,
  type PlacedColumn,
  withNatural,
  written,
} from "./layout.ts";
import { PageBox } from "./PageBox.tsx";
import { frozen, RowLine, type RowLook } from "./RowLine.tsx";
import type { GridStore } from "./store.ts";
import { useNaturalWidths } from "./useNaturalWidths.ts";
import { useWidth } from "./useWidth.ts";

export interface RowEvents {
  onActive: (id: string) => void;
  onCheck: (id: string, range: boolean) => void;
  onOpen: (id: string) => void;
  onMenu: (id: string, column: string | null, at: { left: number; top: number }) => void;
}
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
  shown,
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
  const widths = useMemo(() => fitted(withNatural(shown, natural), room), [shown, natural, room]).map((width, index) =>
    drag && shown[index]?.column.name === drag.name ? drag.width : width,
  );
  const offsets = useStable(frozenOffsets(widths, layout.frozen));
  const look = useMemo<RowLook>(
    () => ({
      kebab: workflow.kebab,
      nameOf: (row) => titleOf(workflow, row),
      boxClass: `${workflow.camel}-item-checkbox`,
      columns: shown.map(({ column }) => column),
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
  const onMove = (name: string, before: string) =>
    onLayout({
      columns: moved(
        arranged(),
        name,
        arranged().findIndex((each) => each.name === before),
      ),
    });
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
        <Body id={`${workflow.camel}TableBody`} events={events}>
          {rows.map((row) => (
            <RowLine
              key={row.id}
              row={row}
              look={look}
              store={store}
              isStale={away.has(row.id) || (states.length > 0 && !states.includes(row.state))}
            />
          ))}
        </Body>
      </table>
    </div>
  );
});

/** One set of listeners for all rows. */
function Body({ id, events, children }: { id: string; events: RowEvents; children: React.ReactNode }) {
  const onChange = (event: ChangeEvent<HTMLElement>) => {
    const { target, nativeEvent } = event;
    const row = rowOf(target);
    if (row && target instanceof HTMLInputElement)
      events.onCheck(row, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey);
  };
  const onClick = (event: MouseEvent) => {
    const row = rowOf(event.target);
    if (!row) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (event.target instanceof Element && event.target.closest("[data-title]") && isPlain) event.preventDefault();
    events.onActive(row);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const row = rowOf(event.target);
    if (row && !(event.target instanceof HTMLInputElement)) events.onOpen(row);
  };
  const onContextMenu = (event: MouseEvent) => {
    const row = rowOf(event.target);
    if (!row || event.shiftKey) return;
    event.preventDefault();
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-column]") : null;
    events.onMenu(row, cell?.dataset.column ?? null, { left: event.clientX, top: event.clientY });
  };
  return (
    <tbody id={id} onChange={onChange} onClick={onClick} onDoubleClick={onDoubleClick} onContextMenu={onContextMenu}>
      {children}
    </tbody>
  );
}

function rowOf(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>("tr[data-id]")?.dataset.id ?? null) : null;
}

/** The same array as long as it says the same. */
function useStable(numbers: number[]): readonly number[] {
  const key = numbers.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is in the key
  return useMemo(() => numbers, [key]);
}

function useActiveInSight(store: GridStore, scroll: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    let before = store.get().active;
    return store.watch(() => {
      const { active } = store.get();
      if (active === before) return;
      before = active;
      scroll.current?.querySelector(`tr[data-id="${active}"]`)?.scrollIntoView({ block: "nearest" });
    });
  }, [store, scroll]);
}
