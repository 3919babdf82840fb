// Searches whose end somebody waits for, as this browser remembers them.
const KEPT = "watched";
const MOST = 5;

export function watched(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

const keep = (origins: readonly string[]): void => localStorage.setItem(KEPT, JSON.stringify(origins));

/** Of very many the latest are waited for. */
export function watch(origin: string): void {
  const others = watched().filter((each) => each !== origin);
  keep([...others, origin].slice(-MOST));
}

export const unwatch = (origin: string): void => keep(watched().filter((each) => each !== origin));
