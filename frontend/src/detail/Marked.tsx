import { useMemo } from "react";
import { shown } from "../text/shown.ts";
import { pieces, withValues } from "./marking.ts";

interface MarkedProps {
  text: string;
  words?: readonly string[];
  values?: readonly string[];
  longest?: number;
  onlyValues?: boolean;
}
const NONE: readonly string[] = [];

/** Text from the web with its addresses, numbers and wanted words marked. */
export function Marked({ text, words = NONE, values = NONE, longest = 20_000, onlyValues = false }: MarkedProps) {
  const parts = useMemo(() => {
    const tidy = shown(text.replace(/\r\n?/g, "\n"), longest);
    return onlyValues ? withValues(tidy, values) : pieces(tidy, words, values);
  }, [text, words, values, longest, onlyValues]);
  return (
    <>
      {parts.map(({ text: part, mark }, index) =>
        mark ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words come again
          <mark key={index} className={`mark-${mark}`}>
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </>
  );
}
