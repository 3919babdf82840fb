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
  const { start, busy, problem } = useStart();
  const before = useBefore(request);
  const note = useRef<HTMLElement>(null);
  const written = JSON.stringify(request);
  const [told, setTold] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!request || refusal) return;
    if (before !== null || !(await start(request))) setTold(written);
  };
  useEffect(() => {
    if (told === null) return;
    // Who went on typing meanwhile is not taken away from it.
    if (told === written) note.current?.focus();
    setTold(null);
  }, [told, written]);
  // The note takes the place of the button, which loses the focus by being hidden.
  const isAtButton = document.activeElement?.matches(".search-go") === true;
  useEffect(() => {
    if (before !== null && isAtButton) note.current?.focus();
  }, [before, isAtButton]);
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
        {before && request && (
          <Before
            before={before}
            source={request.source ?? ""}
            busy={busy}
            refusal={refusal}
            onAgain={() => void start(request, true)}
            ref={note}
          />
        )}
        {/* Without a button a form of several fields hears no Enter. */}
        <button
          type="submit"
          className="button primary search-go"
          hidden={before !== null}
          disabled={!request || busy || refusal !== null}
          title={refusal ?? trouble ?? undefined}
        >
          <Icon name="search" />
          Start the search
        </button>
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
  /** Whether it was tried: who is faster than the answer is told before anything starts that it was asked before. */
  const start = async (request: SearchRequest, isAgain = false): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      if (!isAgain && (await lookBefore(client, request))) return false;
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
    return true;
  };
  return { start, busy, problem };
}
