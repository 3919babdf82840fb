// One listener for the whole page; what is mounted last is asked first.

import { useEffect, useMemo, useRef } from "react";
import { usePrefs } from "../api/queries.ts";
import { keysOf } from "../text/keysOf.ts";
import { ACTIONS, type ActionName, isSingleLetter, type KeyMap, keyMap, meanings, printed, written } from "./keymap.ts";

type Handlers = Partial<Record<ActionName, (event: KeyboardEvent) => void>>;
interface Layer {
  handlers: () => Handlers;
  map: () => KeyMap;
  singles: () => boolean;
}

const layers: Layer[] = [];
const SEQUENCE_MS = 1_200;
let started: { key: string; at: number } | null = null;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Keys that a focused button, link or box needs for itself. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  const isControl =
    target instanceof HTMLElement && target.matches("button, a[href], summary, [role=menuitem], [role=separator]");
  const isBox = target instanceof HTMLInputElement && (target.type === "checkbox" || target.type === "radio");
  return (isControl && (event.key === "Enter" || event.key === " ")) || (isBox && event.key === " ");
}

function isCovered(): boolean {
  return document.querySelector("dialog[open], [popover]:popover-open") !== null;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const press = written(event);
  const isChord = press.startsWith("Ctrl+");
  if (isTyping(event.target) && !(isChord && press === "Ctrl+k")) return;
  if (isCovered() || isTaken(event)) return;
  const first = started && Date.now() - started.at < SEQUENCE_MS ? started.key : null;
  started = null;
  const asked = [...layers].reverse();
  if (meanings(press, first).some((meaning) => asked.some((layer) => handle(layer, meaning, event)))) return;
  if (press === "g" && layers.some((layer) => layer.singles())) started = { key: press, at: Date.now() };
}

function handle(layer: Layer, press: string, event: KeyboardEvent): boolean {
  if (!layer.singles() && isSingleLetter(press.split(" ")[0] ?? "")) return false;
  const map = layer.map();
  const handlers = layer.handlers();
  const name = keysOf(handlers).find((each) => map[each].includes(press));
  if (!name) return false;
  event.preventDefault();
  handlers[name]?.(event);
  return true;
}

/** Handlers for actions, while the component is there. */
export function useKeys(handlers: Handlers, active: boolean = true): void {
  const { map, singles } = useKeyMap();
  const latest = useRef({ handlers, map, singles });
  latest.current = { handlers, map, singles };
  useEffect(() => {
    if (!active) return;
    const layer: Layer = {
      handlers: () => latest.current.handlers,
      map: () => latest.current.map,
      singles: () => latest.current.singles,
    };
    if (layers.push(layer) === 1) document.addEventListener("keydown", onKey);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) document.removeEventListener("keydown", onKey);
    };
  }, [active]);
}

export function useKeyMap(): { map: KeyMap; singles: boolean; print: (name: ActionName) => string } {
  const prefs = usePrefs();
  const map = useMemo(() => keyMap(prefs?.keys), [prefs?.keys]);
  const singles = prefs?.single_keys ?? true;
  return { map, singles, print: (name) => printed(map[name][0] ?? ACTIONS[name].keys[0]) };
}

/** `g 1` to `g 9`: the tabs, in their order. */
export function useTabKeys(open: (index: number) => void): void {
  const latest = useRef(open);
  latest.current = open;
  const { singles } = useKeyMap();
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (
        singles &&
        !isTyping(event.target) &&
        !isCovered() &&
        started &&
        /^[1-9]$/.test(event.key) &&
        Date.now() - started.at < SEQUENCE_MS
      ) {
        started = null;
        event.preventDefault();
        latest.current(Number(event.key) - 1);
      }
    };
    document.addEventListener("keydown", heard, { capture: true });
    return () => document.removeEventListener("keydown", heard, { capture: true });
  }, [singles]);
}
