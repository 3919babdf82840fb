import { useSyncExternalStore } from "react";
import { absolute, ago } from "../text/time.ts";

let now = Date.now();
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function watch(tell: () => void): () => void {
  watchers.add(tell);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of watchers) each();
  }, 5_000);
  return () => {
    watchers.delete(tell);
    if (watchers.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** How long ago, growing older by itself; the exact moment in its title. */
export function Moment({ at }: { at: string | null | undefined }) {
  useSyncExternalStore(watch, () => now);
  if (!at) return <span className="quiet">—</span>;
  return (
    <time dateTime={at} title={absolute(at)}>
      {ago(at)}
    </time>
  );
}
