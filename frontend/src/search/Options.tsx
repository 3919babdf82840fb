import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { PlaceSourceMeta } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import type { Draft } from "./draft.ts";
import { MostPlaces } from "./MostPlaces.tsx";
import { isReady, needsOf, priceOf } from "./sources.ts";
import type { ChangeDraft } from "./useDraft.ts";

/** Source, limit and list: the same for one search and for many. */
export function Options({ draft, onChange }: { draft: Draft; onChange: ChangeDraft }) {
  const meta = useMeta();
  const id = useId();
  const lists = useQuery({ queryKey: ["lists"], queryFn: ({ signal }) => get("/lists", {}, signal) });
  return (
    <>
      <fieldset className="sources">
        <legend>Source</legend>
        {meta.sources.map((source) => (
          <SourceCard
            key={source.name}
            source={source}
            price={priceOf(source, meta.simulated)}
            needs={needsOf(source, meta)}
            isChosen={draft.source === source.name}
            onChoose={() => onChange({ source: source.name })}
          />
        ))}
        {meta.sources.length === 0 && <p className="quiet">No source is set up. See the settings.</p>}
      </fieldset>
      <div className="area-fields">
        <MostPlaces value={draft.limit} onChange={(limit) => onChange({ limit })} />
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
  source,
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
      <input
        type="radio"
        name="source"
        value={source.name}
        checked={isChosen}
        disabled={!isReady(source)}
        onChange={onChoose}
      />
      <span>
        <b>{source.title}</b> <span className="quiet">{price}</span>
        {needs && <span className="source-why">{needs}</span>}
      </span>
    </label>
  );
}
