// Asks before something is done: what will happen, and the way out first.
import type { ReactNode } from "react";
import { Dialog } from "./Dialog.tsx";

interface QuestionProps {
  title: string;
  verb: string;
  isDangerous?: boolean;
  disabled?: boolean;
  onDo: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function Question({ title, verb, isDangerous = false, disabled, onDo, onClose, children }: QuestionProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <div className="dialog-actions">
        <button type="button" className="button" autoFocus onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={`button ${isDangerous ? "danger" : "primary"}`}
          disabled={disabled}
          onClick={() => {
            onClose();
            onDo();
          }}
        >
          {verb}
        </button>
      </div>
    </Dialog>
  );
}
