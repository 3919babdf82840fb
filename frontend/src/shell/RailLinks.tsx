// The rail's links.

import type { MouseEvent } from "react";
import { Link, useLocation } from "wouter";
import type { WorkflowMeta, WorkflowOverview } from "../api/types.ts";
import { tabAddress, useFollowed } from "../grid/following.ts";
import { compact } from "../text/numbers.ts";
import { stepOf } from "../text/step.ts";
import { linkTo } from "../text/url.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { StateBar } from "../ui/State.tsx";
import { preloadPath } from "./screens.ts";

export function isAt(location: string, path: string): boolean {
  return path === "/" ? location === "/" : location === path || location.startsWith(`${path}/`);
}

export function RailLink({
  path,
  words,
  icon,
  count,
}: {
  path: string;
  words: string;
  icon: IconName;
  count?: number | undefined;
}) {
  const [location] = useLocation();
  return (
    <Link
      href={path}
      onClick={giveBackFocus}
      onPointerEnter={() => preloadPath(path)}
      onFocus={() => preloadPath(path)}
      className="rail-link"
      aria-current={isAt(location, path) ? "page" : undefined}
    >
      <Icon name={icon} />
      {words}
      {count ? (
        <span className="rail-count" title="Rows that failed">
          {compact(count)}
          <span className="visually-hidden"> rows failed</span>
        </span>
      ) : null}
    </Link>
  );
}

export function TabLink({ tab, counts }: { tab: WorkflowMeta; counts: WorkflowOverview | undefined }) {
  const [location] = useLocation();
  const followed = useFollowed();
  const path = linkTo(tab.kebab);
  return (
    <li>
      <Link
        href={tabAddress(tab, counts?.counts.New, followed)}
        onClick={giveBackFocus}
        className="rail-link rail-tab"
        aria-current={isAt(location, path) ? "page" : undefined}
        title={tab.purpose}
      >
        <span className="code">{stepOf(tab)}</span>
        <span className="rail-title">{tab.title}</span>
        {tab.paused && (
          <span className="rail-paused">
            <Icon name="pause" />
            <span className="visually-hidden">paused</span>
          </span>
        )}
        {counts && (
          <span className="rail-count" title="New, waiting for a decision">
            {compact(counts.counts.New)}
            <span className="visually-hidden"> to decide</span>
          </span>
        )}
        {counts && <StateBar counts={counts.counts} short={counts.fell_short} />}
      </Link>
    </li>
  );
}

/** A click is done with the link; keys then mean the rows. Whoever came by keys stays where they are. */
export function giveBackFocus(event: MouseEvent<HTMLElement>): void {
  if (event.detail > 0) event.currentTarget.blur();
}
