// What goes on without a click: rules, searches that are repeated, and what both may spend.
import { Link } from "wouter";
import { keysOf } from "../text/keysOf.ts";
import { Budgets } from "./Budgets.tsx";
import { RuleBook } from "./RuleBook.tsx";
import { Schedules } from "./Schedules.tsx";
import "../settings/settings.css";
import "./rules.css";

const SECTIONS = {
  rules: { words: "Rules", Part: RuleBook },
  schedules: { words: "Schedules", Part: Schedules },
  budgets: { words: "Budgets", Part: Budgets },
} as const;

export default function RulesPage({ section }: { section: string | undefined }) {
  const here = keysOf(SECTIONS).find((name) => name === section) ?? "rules";
  const { Part } = SECTIONS[here];
  return (
    <main id="main" className="pane rules">
      <header className="pane-head">
        <h1>Rules and schedules</h1>
      </header>
      <nav className="settings-nav" aria-label="Rules and schedules">
        {keysOf(SECTIONS).map((name) => (
          <Link
            key={name}
            href={name === "rules" ? "/rules" : `/rules/${name}`}
            aria-current={name === here ? "page" : undefined}
          >
            {SECTIONS[name].words}
          </Link>
        ))}
      </nav>
      <Part />
    </main>
  );
}
