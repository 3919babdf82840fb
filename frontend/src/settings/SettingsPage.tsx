import { Link } from "wouter";
import { keysOf } from "../text/keysOf.ts";
import { DeliveryTargets } from "./DeliveryTargets.tsx";
import { Keys } from "./Keys.tsx";
import { Limits } from "./Limits.tsx";
import { Look } from "./Look.tsx";
import { SystemFacts } from "./SystemFacts.tsx";
import { Users } from "./Users.tsx";
import { Workflows } from "./Workflows.tsx";
import "./settings.css";

const SECTIONS = {
  delivery: { words: "Delivery", Part: DeliveryTargets },
  users: { words: "Users", Part: Users },
  limits: { words: "Limits and cost", Part: Limits },
  workflows: { words: "Workflows", Part: Workflows },
  keys: { words: "Keys", Part: Keys },
  look: { words: "Look", Part: Look },
  system: { words: "System", Part: SystemFacts },
} as const;

type Section = keyof typeof SECTIONS;

function isSection(name: string | undefined): name is Section {
  return name !== undefined && name in SECTIONS;
}

export default function SettingsPage({ section }: { section: string | undefined }) {
  const here = isSection(section) ? section : "delivery";
  const { Part } = SECTIONS[here];
  return (
    <main id="main" className="pane settings">
      <div className="pane-head">
        <h1>Settings</h1>
      </div>
      <nav className="settings-nav" aria-label="Settings">
        {keysOf(SECTIONS).map((name) => (
          <Link key={name} href={`/settings/${name}`} aria-current={name === here ? "page" : undefined}>
            {SECTIONS[name].words}
          </Link>
        ))}
      </nav>
      <Part />
    </main>
  );
}
