// The first rows are asked for before the page knows anything: what was asked for last time is asked for again at once.
import { begin } from "../api/client.ts";
import { rememberedName } from "../api/session.ts";
import { filterOf, readAddress } from "./address.ts";
import { type ListDefaults, listParameters } from "./listParameters.ts";
import { Grid } from "./screens.ts";

const key = (kebab: string): string => `grid:${kebab}`;

export function rememberDefaults(kebab: string, defaults: ListDefaults): void {
  localStorage.setItem(key(kebab), JSON.stringify(defaults));
}

export function headStart(): void {
  // A visitor who has yet to sign in would be refused four times instead of once.
  if (rememberedName() === null) return;
  for (const path of ["/auth/door", "/meta", "/prefs"]) begin(path);
  const kebab = /^\/w\/([a-z0-9-]+)$/.exec(location.pathname)?.[1];
  if (kebab === undefined) return;
  Grid.preload();
  const defaults = defaultsOf(kebab);
  const address = readAddress(new URLSearchParams(location.search));
  if (!defaults || address.view !== null) return;
  const place = { page: address.page, after: address.after };
  begin(
    `/${kebab}/list`,
    listParameters({
      filter: filterOf(address),
      sort: address.sort ?? defaults.sort,
      size: address.size ?? defaults.size,
      place,
    }),
  );
}

function defaultsOf(kebab: string): ListDefaults | null {
  const kept = parsed(localStorage.getItem(key(kebab)) ?? "null");
  const isKept = typeof kept === "object" && kept !== null && "sort" in kept && "size" in kept;
  return isKept && typeof kept.sort === "string" && typeof kept.size === "number"
    ? { sort: kept.sort, size: kept.size }
    : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
