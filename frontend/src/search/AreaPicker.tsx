// Where to look, without a map: by name, around a point, or inside a rectangle.
import type { ReactNode } from "react";
import { number } from "../text/numbers.ts";
import { squareKilometres } from "./areas.ts";
import { type AreaWay, type Draft, drawn } from "./draft.ts";
import type { ChangeDraft } from "./useDraft.ts";

const WAYS: readonly [AreaWay, string][] = [
  ["phrase", "In the phrase"],
  ["name", "A place by name"],
  ["circle", "Around a point"],
  ["box", "Inside a rectangle"],
];

export function AreaPicker({ draft, onChange }: { draft: Draft; onChange: ChangeDraft }) {
  const shape = drawn(draft);
  return (
    <fieldset className="area">
      <legend>Area</legend>
      <div className="segments" role="group" aria-label="How the area is given">
        {WAYS.map(([way, words]) => (
          <button key={way} type="button" aria-pressed={draft.way === way} onClick={() => onChange({ way })}>
            {words}
          </button>
        ))}
      </div>
      {draft.way === "name" && <ByName draft={draft} onChange={onChange} />}
      {draft.way === "circle" && <Around draft={draft} onChange={onChange} />}
      {draft.way === "box" && <Edges draft={draft} onChange={onChange} />}
      {shape && <p className="quiet">About {number(Math.round(squareKilometres(shape)))} km²</p>}
    </fieldset>
  );
}

interface PartProps {
  draft: Draft;
  onChange: ChangeDraft;
}

function ByName({ draft, onChange }: PartProps) {
  return (
    <div className="area-fields">
      <label>
        Place
        <input value={draft.place} placeholder="Austin" onChange={(event) => onChange({ place: event.target.value })} />
      </label>
      <label>
        Region and country
        <input
          value={draft.region}
          placeholder="Texas, USA"
          onChange={(event) => onChange({ region: event.target.value })}
        />
      </label>
      <Kilometres
        label="Only within (km)"
        value={draft.around}
        placeholder="all of it"
        onChange={(around) => onChange({ around })}
      />
    </div>
  );
}

function Around({ draft, onChange }: PartProps) {
  return (
    <div className="area-fields">
      <label>
        Centre
        <input
          value={draft.centre}
          placeholder="30.2672, -97.7431"
          inputMode="text"
          onChange={(event) => onChange({ centre: event.target.value })}
        />
      </label>
      <Kilometres label="Radius (km)" value={draft.radius} onChange={(radius) => onChange({ radius })} />
    </div>
  );
}

function Edges({ draft, onChange }: PartProps) {
  const edges = ["south", "west", "north", "east"] as const;
  return (
    <div className="area-fields area-edges">
      {edges.map((edge) => (
        <label key={edge}>
          {edge[0]?.toUpperCase() + edge.slice(1)}
          <input
            inputMode="decimal"
            value={draft[edge]}
            placeholder={{ south: "30.10", west: "-97.95", north: "30.52", east: "-97.56" }[edge]}
            onChange={(event) => onChange({ [edge]: event.target.value })}
          />
        </label>
      ))}
    </div>
  );
}

function Kilometres({
  label,
  value,
  placeholder,
  onChange,
}: {
  label: ReactNode;
  value: string;
  placeholder?: string;
  onChange: (value: string) => void;
}) {
  return (
    <label className="area-short">
      {label}
      <input
        inputMode="decimal"
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
