// Stages that go on by themselves: what comes there is queued without being asked for, as long as this page is open.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { get, put } from "../api/client.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { inWords } from "../text/trouble.ts";
import { problem } from "../ui/Toasts.tsx";
import { isLast, type Stage, whose } from "./stages.ts";

export interface GoingOn {
  /** The names of workflows that go on with all. */
  chosen: ReadonlySet<string>;
  choose: (name: string, goesOn: boolean) => void;
  chooseAll: () => void;
}

export function useGoingOn(origin: string, stages: readonly Stage[]): GoingOn {
  const kept = `follow:${origin}`;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(sessionStorage.getItem(kept)?.split(",")));
  const keep = (names: ReadonlySet<string>) => {
    sessionStorage.setItem(kept, [...names].join());
    setChosen(names);
  };
  useQueueing(origin, stages, chosen);
  return {
    chosen,
    choose: (name, goesOn) => {
      const names = new Set(chosen);
      if (goesOn) names.add(name);
      else names.delete(name);
      keep(names);
    },
    // Handing contacts over is never done by the way.
    chooseAll: () => keep(new Set(stages.filter((stage) => !isLast(stage)).map(({ workflow }) => workflow.name))),
  };
}

function useQueueing(origin: string, stages: readonly Stage[], chosen: ReadonlySet<string>): void {
  const client = useQueryClient();
  const busy = useRef(new Set<string>());
  useEffect(() => {
    for (const { workflow, states } of stages) {
      if (!chosen.has(workflow.name) || states.New === 0 || busy.current.has(workflow.name)) continue;
      busy.current.add(workflow.name);
      queueAll(workflow, origin)
        .catch((error: unknown) => problem(inWords(error)))
        .finally(() => {
          busy.current.delete(workflow.name);
          void client.invalidateQueries({ queryKey: ["progress", origin] });
        });
    }
  }, [client, origin, stages, chosen]);
}

const AT_ONCE = 100;

/** The rows that are there now, by their names: more come meanwhile, and are met at the next look. */
async function queueAll(workflow: WorkflowMeta, origin: string): Promise<void> {
  const asked = { status_filter: ["New" as const], ...whose(workflow, origin), size: AT_ONCE, with_total: false };
  let page = await get(`${pathOf(workflow)}/list`, asked);
  while (page.items.length > 0) {
    const ids = page.items.map(({ id }) => id);
    await put(`${pathOf(workflow)}/status`, { ids, status: "Queued", undo_seconds: 0, spread_seconds: 0, priority: 0 });
    if (page.next === null) return;
    page = await get(`${pathOf(workflow)}/list`, { ...asked, after: page.next });
  }
}
