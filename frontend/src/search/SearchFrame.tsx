// A search before it is begun: its fields on one side; what it costs, and the button, on the other.
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { post } from "../api/client.ts";
import type { SearchRequest } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { useGo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { toast } from "../ui/Toasts.tsx";
import { Before, lookBefore, useBefore } from "./Before.tsx";
import { type Draft, read } from "./draft.ts";
import { EstimateCard } from "./EstimateCard.tsx";

export function SearchFrame({ draft, kind = "", children }: { draft: Draft; kind?: string; children: ReactNode }) {
  const { request, trouble } = read(draft);
  const refusal = useRefusal("curator");
  const client = useQueryClient();
  const { start, busy, problem } = useStart();
  const before = useBefore(request);
  const told = useRef<HTMLElement>(null);
  const [isTold, setTold] = useState(false);
  /** Who is faster than the answer is told before anything starts, and who was told has a button of its own for it. */
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!request || refusal) return;
    if (before ?? (await lookBefore(client, request))) setTold(true);
    else void start(request);
  };
  useEffect(() => {
    if (!isTold || !before) return;
    told.current?.focus();
    setTold(false);
  }, [isTold, before]);
  return (
    <form className={`search-form ${kind}`} onSubmit={(event) => void submit(event)}>
      <div className="card search-fields">{children}</div>
      <div className="search-side">
        <EstimateCard request={request} trouble={trouble} source={draft.source} />
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {before && request ? (
          <Before
            before={before}
            source={request.source ?? ""}
            busy={busy}
            refusal={refusal}
            onAgain={() => void start(request)}
            ref={told}
          />
        ) : (
          <button
            type="submit"
            className="button primary search-go"
            disabled={!request || busy || refusal !== null}
            title={refusal ?? trouble ?? undefined}
          >
            <Icon name="search" />
            Start the search
          </button>
        )}
        {refusal && <p className="quiet">{refusal}</p>}
      </div>
    </form>
  );
}

function useStart() {
  const client = useQueryClient();
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const start = async (request: SearchRequest): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const { id, what, area } = await post("/place-searches", request);
      toast(`“${shown(what, 80)}” in ${shown(area, 80)} is queued.`);
      go(`/follow/place_searches:${id}`);
      for (const key of ["list", "overview", "lists", "searched-before"])
        void client.invalidateQueries({ queryKey: [key] });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { start, busy, problem };
}
