import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** How wide the element is, as it changes; 0 before it is there. */
export function useWidth<E extends Element>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const there = element.current;
    if (!there) return;
    setWidth(Math.floor(there.getBoundingClientRect().width));
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(there);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
