// A file that is dropped anywhere on the page is one to import.
import { useEffect, useEffectEvent } from "react";

let waiting: File | null = null;
const DROPPED = "file-dropped";

/** The file that was dropped last, once. */
export function takeDropped(): File | null {
  const file = waiting;
  waiting = null;
  return file;
}

export function onDropped(listener: () => void): () => void {
  window.addEventListener(DROPPED, listener);
  return () => window.removeEventListener(DROPPED, listener);
}

export function useDroppedFile(go: (to: string) => void): void {
  const open = useEffectEvent((file: File) => {
    waiting = file;
    if (location.pathname === "/import") window.dispatchEvent(new Event(DROPPED));
    else {
      const kebab = /^\/w\/([^/]+)/.exec(location.pathname)?.[1];
      go(kebab ? `/import?for=${kebab}` : "/import");
    }
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      open(file);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, []);
}
