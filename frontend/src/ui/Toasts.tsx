// Short words about what was just done, with a way back where there is one.
import { useEffect, useSyncExternalStore } from "react";
import { Icon } from "./Icon.tsx";
import "./toasts.css";

export interface Toast {
  id: number;
  words: string;
  kind: "done" | "problem";
  action?: { label: string; keys?: string; run: () => void };
  seconds: number;
  about?: string;
}

let toasts: readonly Toast[] = [];
let last = 0;
const watchers = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const tell of watchers) tell();
}

export function toast(words: string, options: Partial<Omit<Toast, "id" | "words">> = {}): number {
  last += 1;
  change([...toasts.slice(-3), { id: last, words, kind: "done", seconds: 10, ...options }]);
  return last;
}

export const problem = (words: string): number => toast(words, { kind: "problem", seconds: 20 });
const dropToast = (id: number): void => change(toasts.filter((each) => each.id !== id));

/** What was said about this is no longer so. */
export const dropToastsAbout = (what: string): void => change(toasts.filter((each) => each.about !== what));

export function Toasts() {
  const shownNow = useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shownNow.map((each) => (
        <ToastCard key={each.id} toast={each} />
      ))}
    </div>
  );
}

function ToastCard({ toast: { id, words, kind, action, seconds } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dropToast(id), seconds * 1000);
    return () => clearTimeout(timer);
  }, [id, seconds]);
  return (
    <div className={`toast toast-${kind}`}>
      <span>{words}</span>
      {action && (
        <button
          type="button"
          className="button"
          onClick={() => {
            dropToast(id);
            action.run();
          }}
        >
          {action.label} {action.keys && <kbd>{action.keys}</kbd>}
        </button>
      )}
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dropToast(id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
