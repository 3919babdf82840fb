// Which columns, in which order: by pointer or by keys; how many stay put; how close the rows stand.

import { type KeyboardEvent, useState } from "react";
import type { ColumnLayout, Density } from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";
import { Icon } from "../ui/Icon.tsx";
import { changed, moved, USUAL, written } from "./layout.ts";
import { Panel } from "./Panel.tsx";
import type { Arrangement } from "./useLayout.ts";

const DENSITIES: Record<Density, string> = { comfortable: "Comfortable", compact: "Compact" };

export function ColumnPanel({
  arrangement,
  at,
  onClose,
}: {
  arrangement: Arrangement;
  at: { right: number; top: number };
  onClose: () => void;
}) {
  const { columns, layout, shown, save } = arrangement;
  const all = written(columns, layout.columns);
  const set = (next: ColumnLayout[]) => save({ columns: next });
  return (
    <Panel label="Columns" at={at} onClose={onClose}>
      <p className="quiet panel-hint">Drag a column to its place, or press Alt ↑ or Alt ↓.</p>
      <ul className="column-list">
        {columns.map(({ column, hidden }, index) => (
          <ColumnLine
            key={column.name}
            label={column.label}
            name={column.name}
            isShown={!hidden}
            isOnly={!hidden && shown.length === 1}
            onShow={(wanted) => set(changed(all, column.name, { hidden: !wanted }))}
            onStep={(step) => set(moved(all, column.name, index + step))}
            onDrop={(dragged) => set(moved(all, dragged, index))}
          />
        ))}
      </ul>
      <div className="panel-line">
        <label>
          Freeze first{" "}
          <input
            type="number"
            min={0}
            max={Math.min(4, shown.length)}
            value={layout.frozen}
            onChange={(event) => save({ frozen: Math.max(0, Math.min(4, Number(event.target.value) || 0)) })}
          />
        </label>
        <div className="segments" role="group" aria-label="Density">
          {keysOf(DENSITIES).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={layout.density === each}
              onClick={() => save({ density: each })}
            >
              {DENSITIES[each]}
            </button>
          ))}
        </div>
      </div>
      <button type="button" className="button" onClick={() => save({ columns: USUAL.columns, frozen: USUAL.frozen })}>
        Back to the usual columns
      </button>
    </Panel>
  );
}

interface ColumnLineProps {
  label: string;
  name: string;
  isShown: boolean;
  isOnly: boolean;
  onShow: (wanted: boolean) => void;
  onStep: (step: number) => void;
  onDrop: (dragged: string) => void;
}

function ColumnLine({ label, name, isShown, isOnly, onShow, onStep, onDrop }: ColumnLineProps) {
  const [isOver, setOver] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    onStep(step);
  };
  return (
    <li
      className={isOver ? "is-over" : ""}
      draggable
      onKeyDown={onKeyDown}
      onDragStart={(event) => event.dataTransfer.setData("text/x-column", name)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.getData("text/x-column"));
      }}
    >
      <span className="column-grip" aria-hidden="true">
        <Icon name="rows" />
      </span>
      <label>
        <input type="checkbox" checked={isShown} disabled={isOnly} onChange={(event) => onShow(event.target.checked)} />
        {label}
      </label>
      <button
        type="button"
        className="icon-button column-up"
        aria-label={`Move ${label} up`}
        onClick={() => onStep(-1)}
      >
        <Icon name="down" />
      </button>
      <button type="button" className="icon-button" aria-label={`Move ${label} down`} onClick={() => onStep(1)}>
        <Icon name="down" />
      </button>
    </li>
  );
}
