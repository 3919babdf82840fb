import { useEffect } from "react";
import type { Prefs } from "../api/types.ts";

export type Theme = Prefs["theme"];

/** Kept on the server; the browser remembers it for the first paint of the next visit. */
export function useTheme(theme: Theme | undefined): void {
  useEffect(() => {
    const wanted = theme ?? readTheme();
    if (wanted === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = wanted;
    if (theme) localStorage.setItem("theme", theme);
  }, [theme]);
}

function readTheme(): Theme {
  const kept = localStorage.getItem("theme");
  return kept === "light" || kept === "dark" ? kept : "system";
}

export function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
