// Tells a person wherever they are that a search has come to its end, a queue is stuck, or ScraperSky was upgraded.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { Need, NeedKind, WorkflowMeta } from "../api/types.ts";
import { endWords, stagesOf } from "../follow/stages.ts";
import { useConnection, useEvent } from "../live/useLive.ts";
import { shown } from "../text/shown.ts";
import { useGo } from "../text/url.ts";
import { announce } from "../ui/announce.ts";
import { isOutdated } from "../ui/version.ts";
import { unwatch, watched } from "./watched.ts";

const BETWEEN_LOOKS = 15_000;
const PRESSING: Partial<Record<NeedKind, true>> = { stuck: true, failing: true };

export function Herald() {
  const go = useGo();
  useEndsOfSearches(go);
  useStuckQueues(go);
  useNewVersion();
  return null;
}

function useEndsOfSearches(go: (to: string) => void): void {
  const { workflows } = useMeta();
  const last = useRef(0);
  useEvent("tick", () => {
    if (Date.now() - last.current < BETWEEN_LOOKS) return;
    last.current = Date.now();
    for (const origin of watched()) void look(origin, workflows, go).catch(() => undefined);
  });
}

async function look(origin: string, workflows: readonly WorkflowMeta[], go: (to: string) => void): Promise<void> {
  const progress = await get("/origins/progress", { origin });
  const words = endWords(progress.label, stagesOf(workflows, progress), progress.goes_on);
  if (words === null || !watched().includes(origin)) return;
  unwatch(origin);
  const page = `/follow/${origin}`;
  if (location.pathname === page && !document.hidden) return;
  announce(shown(words, 200), { about: origin, action: { label: "See it", run: () => go(page) } });
}

/** A server that was away may have been upgraded meanwhile. */
function useNewVersion(): void {
  const { state } = useConnection();
  const wasLive = useRef(false);
  useEffect(() => {
    if (state !== "live") return;
    const isBack = wasLive.current;
    wasLive.current = true;
    if (!isBack) return;
    void isOutdated().then(
      (outdated) =>
        outdated &&
        announce("ScraperSky was upgraded. Reload this page to go on with the new version.", {
          about: "version",
          seconds: 3_600,
          action: { label: "Reload", run: () => location.reload() },
        }),
    );
  }, [state]);
}

function useStuckQueues(go: (to: string) => void): void {
  const { data } = useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => get("/overview", {}, signal),
    staleTime: 2_000,
    refetchInterval: 60_000,
  });
  const told = useRef(new Set<string>());
  useEffect(() => {
    const pressing = (data?.needs ?? []).filter(({ kind }) => PRESSING[kind]);
    for (const need of pressing)
      if (!told.current.has(keyOf(need)) && (location.pathname !== "/" || document.hidden)) tell(need, go);
    // One that is over may come again, and is told again then.
    told.current = new Set(pressing.map(keyOf));
  }, [data, go]);
}

const keyOf = ({ kind, link }: Need): string => `${kind} ${link}`;

const tell = (need: Need, go: (to: string) => void): void =>
  announce(shown(need.words, 200), { about: keyOf(need), action: { label: "Look", run: () => go(need.link) } });
