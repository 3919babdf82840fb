// Short words about what was just done, with a way back where there is one.
import { useEffect, useState, useSyncExternalStore } from "react";
import { Icon } from "./Icon.tsx";
import "./toasts.css";

export interface Toast {
  id: number;
  words: string;
  kind: "done" | "problem";
  action?: { label: string; keys?: string; run: () => void };
  seconds: number;
  /** When it was said. */
  at: number;
  about?: string;
  /** Which rows or which tab, where the words do not say it. */
  of?: string;
  /** How long it can be taken back for sure, and what is true after that. */
  window?: { seconds: number; then: string };
  /** How often the same was said. */
  count: number;
}

let toasts: readonly Toast[] = [];
let last = 0;
/** What the key takes back, also when its note was put away. */
let keyed = 0;
const watchers = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const tell of watchers) tell();
}

type Options = Partial<Omit<Toast, "id" | "at" | "words" | "count">>;

/** Said again, it is counted, unless each has its own way back. */
export function toast(words: string, options: Options = {}): number {
  last += 1;
  if (options.action?.keys) keyed = last;
  const isSame = (each: Toast) => !each.action && !options.action && each.words === words && each.of === options.of;
  const before = toasts.find(isSame);
  const told = { id: last, at: Date.now(), words, count: (before?.count ?? 0) + 1 };
  const made = { kind: "done", seconds: 10, ...options, ...told } as const;
  change([...toasts.filter((each) => each !== before).slice(-3), made]);
  return last;
}

/** Longer than it takes to say something and go where it happens. */
const SAID_BEFORE = 1_000;

/** Plain notes of a page that was left go with it; what is about something of its own stays. */
export function leavePage(): void {
  const isOfPage = ({ kind, about, at }: Toast) =>
    kind === "done" && about === undefined && Date.now() - at > SAID_BEFORE;
  change(toasts.filter((each) => !isOfPage(each)));
}

/** Whether the key takes this one back: it is about the newest. */
export const hasKey = ({ id }: Pick<Toast, "id">): boolean => id === keyed;
export const toastsNow = (): readonly Toast[] => toasts;

export const problem = (words: string): number => toast(words, { kind: "problem", seconds: 20 });
const dropToast = (id: number): void => change(toasts.filter((each) => each.id !== id));

/** What was said about this is no longer so. */
export function dropToastsAbout(what: string): void {
  change(toasts.filter((each) => !each.about?.split(" ").includes(what)));
  keyed = toasts.findLast(({ action }) => action?.keys)?.id ?? 0;
}

export function Toasts() {
  const shownNow = useSyncExternalStore((tell) => {
    watchers.add(tell);
    return () => watchers.delete(tell);
  }, toastsNow);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shownNow.map((each) => (
        <ToastCard key={each.id} toast={each} />
      ))}
    </div>
  );
}

function ToastCard({ toast: { id, words, kind, action, seconds, of, window, count } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dropToast(id), seconds * 1000);
    return () => clearTimeout(timer);
  }, [id, seconds]);
  return (
    <div className={`toast toast-${kind}`}>
      <span>
        {words} {count > 1 && <b>×{count}</b>}
        {of && <small className="quiet foreign">{of}</small>}
        {window && <Window {...window} />}
      </span>
      {action && (
        <button
          type="button"
          className="button"
          onClick={() => {
            dropToast(id);
            action.run();
          }}
        >
          {action.label} {hasKey({ id }) && action.keys && <kbd>{action.keys}</kbd>}
        </button>
      )}
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dropToast(id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Seconds that become fewer, and a line that becomes shorter. Nobody is told each second aloud. */
function Window({ seconds, then }: { seconds: number; then: string }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  if (left === 0) return <small className="quiet">{then}</small>;
  return (
    <small className="quiet">
      Workers wait <span className="visually-hidden">{seconds} seconds</span>
      <span aria-hidden="true">{left} s</span>, then they take it
      <span className="toast-window" style={{ animationDuration: `${seconds}s` }} />
    </small>
  );
}
