// The facts that wait for the person, each a way to where it is mended: the most pressing at first, all of them on request.
import { useState } from "react";
import { Link } from "wouter";
import type { Need, NeedKind } from "../api/types.ts";
import { number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";

const AT_FIRST = 5;
const LOOKS: Record<NeedKind, { icon: IconName; tone: "bad" | "wait" | "calm" }> = {
  stuck: { icon: "history", tone: "bad" },
  growing: { icon: "runs", tone: "wait" },
  errors: { icon: "warning", tone: "bad" },
  paused: { icon: "pause", tone: "wait" },
  dry: { icon: "search", tone: "calm" },
  failing: { icon: "warning", tone: "bad" },
  refused: { icon: "warning", tone: "bad" },
  to_decide: { icon: "star", tone: "calm" },
};

export function Needs({ needs }: { needs: readonly Need[] }) {
  const [isOpen, setOpen] = useState(false);
  const more = needs.length - AT_FIRST;
  return (
    <section className="needs" aria-labelledby="needs-title">
      <h2 id="needs-title">What needs me</h2>
      {needs.length === 0 && <p className="quiet">Nothing: every stage runs, and no queue is stuck.</p>}
      {needs.length > 0 && (
        <ul>
          {needs.slice(0, isOpen ? needs.length : AT_FIRST).map(({ kind, words, link }) => (
            <li key={`${kind} ${link} ${words}`}>
              <Link href={link} className={`need need-${LOOKS[kind].tone}`}>
                <Icon name={LOOKS[kind].icon} />
                <span className="foreign">{shown(words, 160)}</span>
                <Icon name="right" />
              </Link>
            </li>
          ))}
          {more > 0 && (
            <li>
              <button type="button" className="need need-calm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? "Fewer" : `${number(more)} more`}
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
