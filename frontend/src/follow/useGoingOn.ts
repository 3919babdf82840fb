// Stages that go on by themselves: a rule on the server queues what comes there, whether this page is open or not.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { put } from "../api/client.ts";
import type { OriginProgress } from "../api/types.ts";
import { inWords } from "../text/trouble.ts";
import { problem } from "../ui/Toasts.tsx";
import { isLast, type Stage } from "./stages.ts";

export interface GoingOn {
  /** The names of workflows that go on with all. */
  chosen: ReadonlySet<string>;
  choose: (name: string, goesOn: boolean) => void;
  chooseAll: () => void;
  chooseNone: () => void;
}

export function useGoingOn(origin: string, progress: OriginProgress | undefined, stages: readonly Stage[]): GoingOn {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<ReadonlySet<string> | null>(null);
  const chosen = wanted ?? new Set(progress?.goes_on);
  const sent = useRef(Promise.resolve());
  /** One after the other: what was chosen last holds. */
  const keep = (names: ReadonlySet<string>) => {
    setWanted(names);
    sent.current = sent.current.then(() => send(names));
  };
  const send = async (names: ReadonlySet<string>) => {
    try {
      const goes_on = await put("/origins/going-on", { origin, workflows: [...names] });
      client.setQueryData<OriginProgress>(["progress", origin], (before) => before && { ...before, goes_on });
    } catch (error) {
      problem(inWords(error));
    }
    setWanted((now) => (now === names ? null : now));
    void client.invalidateQueries({ queryKey: ["progress", origin] });
  };
  return {
    chosen,
    choose: (name, goesOn) => {
      if (chosen.has(name) === goesOn) return;
      const names = new Set(chosen);
      if (goesOn) names.add(name);
      else names.delete(name);
      keep(names);
    },
    // Handing contacts over is never done by the way.
    chooseAll: () => {
      const before = stages.filter((stage) => !isLast(stage)).map(({ workflow }) => workflow.name);
      keep(new Set([...chosen, ...before]));
    },
    chooseNone: () => keep(new Set()),
  };
}
