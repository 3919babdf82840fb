import { type ReactNode, useEffect, useRef } from "react";

interface PanelProps {
  label: string;
  at: { right: number; top: number };
  onClose: () => void;
  children: ReactNode;
}

/** A small sheet in the browser's top layer, under the button that opened it. */
export function Panel({ label, at, onClose, children }: PanelProps) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    element.showPopover();
    element.style.right = `${Math.max(8, window.innerWidth - at.right)}px`;
    element.style.top = `${at.top}px`;
    element.querySelector<HTMLElement>("input, button")?.focus();
  }, [at]);
  return (
    <div
      ref={sheet}
      popover="auto"
      role="dialog"
      aria-label={label}
      className="menu panel"
      onToggle={(event) => {
        if (event.newState === "closed") onClose();
      }}
    >
      {children}
    </div>
  );
}
