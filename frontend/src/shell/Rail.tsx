// The left rail: one entry per workflow, as the server has them.

import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { useMeta, useOverview } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { useTabAddress } from "../grid/following.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { useConnection } from "../live/useLive.ts";
import { stepOf } from "../text/step.ts";
import { timeOfDay } from "../text/time.ts";
import { linkTo, useGo } from "../text/url.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Account } from "./Account.tsx";
import { isAt, RailLink, TabLink } from "./RailLinks.tsx";

const WORK: readonly { path: string; words: string; icon: IconName }[] = [
  { path: "/errors", words: "Errors", icon: "warning" },
  { path: "/runs", words: "Runs", icon: "runs" },
  { path: "/exports", words: "Exports", icon: "download" },
  { path: "/history", words: "History", icon: "history" },
  { path: "/duplicates", words: "Duplicates", icon: "merge" },
  { path: "/rules", words: "Rules", icon: "bolt" },
  { path: "/privacy", words: "Privacy", icon: "shield" },
  { path: "/settings", words: "Settings", icon: "settings" },
];

export function Rail({ onPalette, onKeys }: { onPalette: () => void; onKeys: () => void }) {
  const meta = useMeta();
  const overview = useOverview().data;
  const { print } = useKeyMap();
  const tabs = meta.workflows.filter((each) => !each.background_only);
  const counts = new Map(overview?.workflows.map((each) => [each.name, each]));
  const [location] = useLocation();
  const links = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another link
  useEffect(() => {
    links.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [location]);
  const errors = overview?.workflows.reduce((sum, each) => sum + each.counts.Error, 0);
  return (
    <nav className="rail" aria-label="Main">
      <Link href="/" className="brand" aria-label="ScraperSky">
        <img src="/static/mark.svg" alt="" width="20" height="20" />
        <span>ScraperSky</span>
      </Link>
      {meta.simulated && (
        <p
          className="rail-simulated"
          title="Sites and places are made up by the simulator on this machine. Costs are shown as the real sources would charge them; nobody sends a bill."
        >
          simulated, nothing is billed
        </p>
      )}
      <RailSelect tabs={tabs} sheets={{ "Commands…": onPalette, "Help…": onKeys }} />
      <div className="rail-links" ref={links}>
        <RailLink path="/" words="Overview" icon="home" />
        <RailLink path="/search" words="New search" icon="search" />
        <RailLink path="/import" words="Import" icon="upload" />
        <p className="rail-head" id="rail-pipeline">
          Pipeline
        </p>
        <ul aria-labelledby="rail-pipeline">
          {tabs.map((tab) => (
            <TabLink key={tab.name} tab={tab} counts={counts.get(tab.name)} />
          ))}
        </ul>
        <p className="rail-head" id="rail-work">
          Work
        </p>
        <ul aria-labelledby="rail-work">
          {WORK.map(({ path, words, icon }) => (
            <li key={path}>
              <RailLink path={path} words={words} icon={icon} count={path === "/errors" ? errors : undefined} />
            </li>
          ))}
        </ul>
      </div>
      <div className="rail-foot">
        <button type="button" className="rail-link" onClick={onPalette}>
          <Icon name="search" />
          Commands<kbd>{print("palette")}</kbd>
        </button>
        <button type="button" className="rail-link" onClick={onKeys}>
          <Icon name="keys" />
          Help<kbd>{print("key-sheet")}</kbd>
        </button>
        <div className="rail-last">
          <LiveMark />
          <Account name={meta.user.name} />
        </div>
      </div>
    </nav>
  );
}

/** In narrow windows the rail becomes this. */
function RailSelect({ tabs, sheets }: { tabs: readonly WorkflowMeta[]; sheets: Record<string, () => void> }) {
  const [location] = useLocation();
  const go = useGo();
  const addressOf = useTabAddress();
  const open = (path: string) => {
    if (sheets[path]) return sheets[path]();
    const tab = tabs.find(({ kebab }) => linkTo(kebab) === path);
    go(tab ? addressOf(tab) : path);
  };
  const places: [path: string, words: string][] = [
    ["/", "Overview"],
    ["/search", "New search"],
    ["/import", "Import"],
    ...tabs.map((tab): [string, string] => [linkTo(tab.kebab), `${stepOf(tab)} ${tab.title}`]),
    ...WORK.map(({ path, words }): [string, string] => [path, words]),
  ];
  const here = places.findLast(([path]) => isAt(location, path))?.[0] ?? "";
  return (
    <select className="rail-select" aria-label="Go to" value={here} onChange={(event) => open(event.target.value)}>
      {here === "" && <option value="">Go to…</option>}
      {places.map(([path, words]) => (
        <option key={path} value={path}>
          {words}
        </option>
      ))}
      {Object.keys(sheets).map((words) => (
        <option key={words}>{words}</option>
      ))}
    </select>
  );
}

function LiveMark() {
  const connection = useConnection();
  const words = { live: "Live", reconnecting: "Reconnecting…", offline: "Offline" }[connection.state];
  return (
    <p className={`live live-${connection.state}`} role="status">
      <span className="live-dot" aria-hidden="true" />
      {words}
      {connection.state === "offline" ? ` since ${timeOfDay(connection.since)}` : ""}
    </p>
  );
}
