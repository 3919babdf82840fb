import { useMemo } from "react";
import { shown } from "../text/shown.ts";
import { pieces } from "./marking.ts";

interface MarkedProps { text: string; words?: readonly string[]; values?: readonly string[]; longest?: number }

/** Text from the web with its addresses, numbers and wanted words marked. */
export function Marked({ text, words = [], values = [], longest = 20_000 }: MarkedProps) {
  const parts = useMemo(() => pieces(shown(text.replace(/\r\n?/g, "\n"), longest), words, values), [text, words, values, longest]);
  return (
    <>
      {parts.map(({ text: part, mark }, index) => (mark ? <mark key={index} className={`mark-${mark}`}>{part}</mark> : part))}
    </>
  );
}
