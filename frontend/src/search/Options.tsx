import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { NamedList, PlaceSourceMeta, SourceAnswer } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import type { Draft } from "./draft.ts";
import { needsOf, priceOf } from "./sources.ts";
import type { ChangeDraft } from "./useDraft.ts";

/** Source, limit and list: the same for one search and for many. */
export function Options({ draft, onChange }: { draft: Draft; onChange: ChangeDraft }) {
  const { sources, simulated } = useMeta();
  const id = useId();
  const terms = useQuery({
    queryKey: ["place-sources"],
    queryFn: ({ signal }) => get<SourceAnswer[]>("/place-sources", {}, signal),
    staleTime: 300_000,
    retry: false,
  });
  const pageCost = (name: string) => terms.data?.find((each) => each.name === name)?.page_cost_micros ?? 0;
  // What can be asked now comes first; the others say what they wait for.
  const listed = sources.toSorted((one, other) => Number(other.ready) - Number(one.ready));
  const lists = useQuery({ queryKey: ["lists"], queryFn: ({ signal }) => get<NamedList[]>("/lists", {}, signal) });
  return (
    <>
      <fieldset className="sources">
        <legend>Source</legend>
        {listed.map((source) => (
          <SourceCard
            key={source.name}
            source={source}
            price={priceOf(source, simulated)}
            needs={needsOf(source, pageCost(source.name), simulated)}
            isChosen={draft.source === source.name}
            onChoose={() => onChange({ source: source.name })}
          />
        ))}
        {sources.length === 0 && <p className="quiet">No source is set up. See the settings.</p>}
      </fieldset>
      <div className="area-fields">
        <label className="area-short">
          At most (places)
          <input
            inputMode="numeric"
            value={draft.limit}
            placeholder="all"
            onChange={(event) => onChange({ limit: event.target.value })}
          />
        </label>
        <label>
          List: a client or campaign
          <input
            value={draft.list}
            list={`${id}-lists`}
            maxLength={200}
            placeholder="none"
            onChange={(event) => onChange({ list: event.target.value })}
          />
        </label>
        <datalist id={`${id}-lists`}>
          {lists.data?.map((list) => (
            <option key={list.id} value={list.name}>
              {plural(list.places, "place")}
            </option>
          ))}
        </datalist>
      </div>
    </>
  );
}

function SourceCard({
  source: { name, title, ready },
  price,
  needs,
  isChosen,
  onChoose,
}: {
  source: PlaceSourceMeta;
  price: string;
  needs: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label className={`source ${isChosen ? "source-chosen" : ""}`}>
      <input type="radio" name="source" value={name} checked={isChosen} disabled={!ready} onChange={onChoose} />
      <span>
        <b>{title}</b> <span className="quiet">{price}</span>
        {needs && <span className="source-why">{needs}</span>}
      </span>
    </label>
  );
}
