// Everything that identifies what is seen is in the address: back and forward work, and a link can be sent.
import { useCallback } from "react";
import { useLocation, useSearchParams } from "wouter";

type Change = Record<string, string | readonly string[] | number | null | undefined>;

/** The query of the address, and a way to change some of it; an empty value takes its name out. */
export function useUrl(): [URLSearchParams, (change: Change, options?: { replace?: boolean }) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = useCallback(
    (wanted: Change, { replace = false } = {}) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(wanted)) {
            after.delete(name);
            for (const each of Array.isArray(value) ? value : [value]) {
              if (each !== null && each !== undefined && each !== "") after.append(name, String(each));
            }
          }
          return after;
        },
        { replace },
      ),
    [setParameters],
  );
  return [parameters, change];
}

export function useGo(): (to: string) => void {
  const [, go] = useLocation();
  return go;
}

export function linkTo(kebab: string, query: Change = {}): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined && each !== "") parts.append(name, String(each));
    }
  }
  const text = parts.toString();
  return `/w/${kebab}${text ? `?${text}` : ""}`;
}
