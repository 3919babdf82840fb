// A button that opens a list of actions, in the browser's own top layer.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import "./menu.css";

export interface MenuItem {
  id?: string;
  label: string;
  keys?: string;
  disabled?: boolean;
  danger?: boolean;
  checked?: boolean;
  run: () => void;
}

/** `above`: where it ends if there is no room below. */
interface At {
  left: number;
  top: number;
  above?: number;
}

interface MenuProps {
  label: string;
  children: ReactNode;
  items: readonly MenuItem[];
  className?: string;
}

const GAP = 4;

export function Menu({ label, children, items, className = "button" }: MenuProps) {
  const [at, setAt] = useState<At | null>(null);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        aria-controls={at ? id : undefined}
        aria-label={label}
        title={label}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setAt(at ? null : { left: box.left, top: box.bottom + GAP, above: box.top - GAP });
        }}
      >
        {children}
      </button>
      {at && <MenuList id={id} label={label} items={items} at={at} onClose={() => setAt(null)} />}
    </>
  );
}

interface MenuListProps {
  id?: string;
  label: string;
  items: readonly MenuItem[];
  at: At;
  onClose: () => void;
}

/** Never over what opened it: the second click of a double one would hit an entry. */
function topOf({ top, above }: At, height: number): number {
  const lowest = window.innerHeight - height - 8;
  return Math.max(8, top > lowest && above !== undefined ? above - height : Math.min(top, lowest));
}

/** The list alone, for menus that open where the pointer is. */
export function MenuList({ id, label, items, at, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const before = document.activeElement;
    element.showPopover();
    const box = element.getBoundingClientRect();
    element.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - box.width - 8))}px`;
    element.style.top = `${topOf(at, box.height)}px`;
    element.querySelector<HTMLElement>("[role^=menuitem]:not(:disabled)")?.focus();
    return () => {
      if (before instanceof HTMLElement && (document.activeElement === document.body || !document.activeElement))
        before.focus();
    };
  }, [at]);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const there = [...event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]:not(:disabled)")];
    const now = document.activeElement instanceof HTMLElement ? there.indexOf(document.activeElement) : -1;
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: there.length - 1 }[event.key];
    if (event.key === "Tab" || event.key === "Escape") onClose();
    if (next !== undefined) there[(next + there.length) % there.length]?.focus();
    if (next !== undefined || event.key === "Escape") event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={list}
      id={id}
      popover="auto"
      role="menu"
      aria-label={label}
      className="menu"
      onKeyDown={move}
      onToggle={(event) => {
        if (event.newState === "closed") onClose();
      }}
    >
      {items.map((item) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a role that has it whenever it is given
        <button
          key={item.label}
          id={item.id}
          type="button"
          role={item.checked === undefined ? "menuitem" : "menuitemcheckbox"}
          aria-checked={item.checked}
          disabled={item.disabled}
          className={item.danger ? "menu-danger" : undefined}
          onClick={() => {
            onClose();
            item.run();
          }}
        >
          <span className="menu-check">{item.checked ? "✓" : ""}</span>
          {item.label}
          {item.keys && <kbd>{item.keys}</kbd>}
        </button>
      ))}
    </div>
  );
}
