// The browser's own dialog: it keeps the focus, closes on Escape and lies on top of everything.
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./Icon.tsx";
import "./dialog.css";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  /** A dialog that only its own buttons close. */
  firm?: boolean;
  className?: string;
}

export function Dialog({ title, onClose, children, wide = false, firm = false, className = "" }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    element
      ?.querySelector<HTMLElement>("[data-first], .dialog-inside :is(input:not([readonly]), select, textarea)")
      ?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${wide ? "dialog-wide" : ""} ${className}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        if (!firm) onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current && !firm) onClose();
      }}
    >
      <div className="dialog-inside">
        <header className="dialog-head">
          <h2>{title}</h2>
          {!firm && (
            <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
