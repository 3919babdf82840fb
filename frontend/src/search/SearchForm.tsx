import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { post } from "../api/client.ts";
import type { SearchRequest } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { useGo } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { toast } from "../ui/Toasts.tsx";
import { AreaPicker } from "./AreaPicker.tsx";
import { read } from "./draft.ts";
import { EstimateCard } from "./EstimateCard.tsx";
import { Options } from "./Options.tsx";
import { useDraft } from "./useDraft.ts";

export function SearchForm() {
  const [draft, change] = useDraft();
  const { request, trouble } = read(draft);
  const refusal = useRefusal("curator");
  const { start, busy, problem } = useStart();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request && !refusal) void start(request);
  };
  return (
    <form className="search-form" onSubmit={submit}>
      <div className="card search-fields">
        <label className="search-phrase">
          What to look for{draft.way === "phrase" ? ", and where" : ""}
          <input
            value={draft.phrase}
            autoFocus
            maxLength={200}
            placeholder={draft.way === "phrase" ? "dentists in Austin, TX" : "dentists"}
            onChange={(event) => change({ phrase: event.target.value })}
          />
        </label>
        <AreaPicker draft={draft} onChange={change} />
        <Options draft={draft} onChange={change} />
      </div>
      <div className="search-side">
        <EstimateCard request={request} trouble={trouble} source={draft.source} />
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <button
          type="submit"
          className="button primary search-go"
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

export function useStart() {
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
      for (const key of ["list", "overview", "lists"]) void client.invalidateQueries({ queryKey: [key] });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { start, busy, problem };
}
