// One colour per workflow, the same in every drawing, by its place in the pipeline.
const COLOURS = 9;

export const seriesName = (index: number): string => `series-${(index % COLOURS) + 1}`;

/** What a custom property is in the theme of the moment: a canvas does not understand `var()`. */
export function colourOf(name: string, beside: Element): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  probe.hidden = true;
  beside.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/** Until the returned function is called; told when light turns dark or back. */
export function watchTheme(tell: () => void): () => void {
  const media = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  media.addEventListener("change", tell);
  return () => {
    observer.disconnect();
    media.removeEventListener("change", tell);
  };
}
