import { type DragEvent, type KeyboardEvent, type PointerEvent, useRef } from "react";
import { Icon } from "../ui/Icon.tsx";
import { isRight } from "./cells.tsx";
import { bounded, type GridColumn, NARROWEST, WIDEST } from "./layout.ts";

const STEP = 16;

interface HeadCellProps {
  column: GridColumn;
  width: number;
  left: number | undefined;
  className: string;
  sort: string;
  onSort: (name: string) => void;
  onWidth: (name: string, width: number, isFinal: boolean) => void;
  onMove: (name: string, before: string) => void;
}

export function HeadCell({ column, width, left, className, sort, onSort, onWidth, onMove }: HeadCellProps) {
  const { name, label, is_sortable, kind } = column;
  const direction = sort === name ? "ascending" : sort === `-${name}` ? "descending" : undefined;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const dragged = event.dataTransfer.getData("text/x-column");
    if (dragged && dragged !== name) onMove(dragged, name);
  };
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={`${isRight(kind) ? "number" : ""} ${className}`}
      style={left !== undefined ? { left } : undefined}
      draggable
      onDragStart={(event) => event.dataTransfer.setData("text/x-column", name)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {is_sortable ? (
        <button type="button" className="head-sort" onClick={() => onSort(name)} title={`Sort by ${label}`}>
          <span className="head-label">{label}</span>
          {direction && (
            <span className={`head-arrow head-${direction}`}>
              <Icon name="down" />
            </span>
          )}
        </button>
      ) : (
        <span className="head-label" title={label}>
          {label}
        </span>
      )}
      <Separator label={label} width={width} onWidth={(wanted, isFinal) => onWidth(name, wanted, isFinal)} />
    </th>
  );
}

function Separator({
  label,
  width,
  onWidth,
}: {
  label: string;
  width: number;
  onWidth: (width: number, isFinal: boolean) => void;
}) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const wanted = (event: PointerEvent) =>
    bounded((from.current?.width ?? width) + event.clientX - (from.current?.x ?? event.clientX));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onWidth(bounded(width + step), true);
  };
  return (
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      className="head-separator"
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => from.current && onWidth(wanted(event), false)}
      onPointerUp={(event) => {
        if (from.current && event.clientX !== from.current.x) onWidth(wanted(event), true);
        from.current = null;
      }}
    />
  );
}
