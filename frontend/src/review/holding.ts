// Rows in review are held, so that nobody else is given them: on the server, for two minutes, renewed while they wait here.
import { useEffect, useRef, useState } from "react";
import { post } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";

const RENEWED_EVERY = 15_000;
const MOST = 100;

export interface Holding {
  /** Which of these are this person's to decide. */
  hold: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Who has others before them. */
  others: readonly string[];
}

/** Whoever only looks holds nothing; without an answer nothing is held back. */
export function useHolding(workflow: WorkflowMeta, open: readonly string[]): Holding {
  const mayDecide = useMeta().user.role !== "viewer";
  const { name } = workflow;
  const [others, setOthers] = useState<readonly string[]>([]);
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (!mayDecide) return;
    const tell = (ids: readonly string[], release: readonly string[], keepalive = false) =>
      post("/reviewing", { workflow: name, ids: ids.slice(0, MOST), release: release.slice(0, MOST) }, { keepalive });
    const isAny = () => latest.current.length > 0;
    const renew = () =>
      void tell(latest.current, []).then(
        (held) => setOthers(held.others),
        () => undefined,
      );
    const leave = () => isAny() && void tell([], latest.current, true).catch(() => undefined);
    const timer = setInterval(renew, RENEWED_EVERY);
    addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [name, mayDecide]);
  return {
    hold: async (ids) => {
      if (!mayDecide || ids.length === 0) return new Set(ids);
      try {
        const held = await post("/reviewing", { workflow: name, ids: [...ids], release: [] });
        setOthers(held.others);
        return new Set(held.ids);
      } catch {
        return new Set(ids);
      }
    },
    others,
  };
}
