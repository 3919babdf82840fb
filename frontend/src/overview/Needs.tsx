// At most five facts that wait for the person, each a way to where it is mended.
import { Link } from "wouter";
import type { Need, NeedKind } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";

const MOST = 5;
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
  return (
    <section className="needs" aria-labelledby="needs-title">
      <h2 id="needs-title">What needs me</h2>
      {needs.length === 0 && <p className="quiet">Nothing: every stage runs, and no queue is stuck.</p>}
      {needs.length > 0 && (
        <ul>
          {needs.slice(0, MOST).map(({ kind, words, link }) => (
            <li key={`${kind} ${link} ${words}`}>
              <Link href={link} className={`need need-${LOOKS[kind].tone}`}><Icon name={LOOKS[kind].icon} /><span className="foreign">{shown(words, 160)}</span><Icon name="right" /></Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
