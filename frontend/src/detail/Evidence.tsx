// What a contact rests on: each sighting with its page, how it was found, and the words around it.
import { useQuery } from "@tanstack/react-query";
import type { Sighting, WorkflowMeta } from "../api/types.ts";
import { percent } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Copy } from "../ui/Copy.tsx";
import { Marked } from "./Marked.tsx";
import { Part } from "./Part.tsx";
import { insightQuery } from "./rows.ts";
import { Address } from "./Value.tsx";

export function Evidence({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const { data } = useQuery(insightQuery(workflow, id));
  if (!data || data.sightings.length === 0) return null;
  return (
    <Part title="Evidence" count={data.sightings.length}>
      <ul className="evidence">
        {data.sightings.map((sighting) => (
          <Seen key={sighting.id} sighting={sighting} />
        ))}
      </ul>
    </Part>
  );
}

function Seen({ sighting: { kind, value, raw, way, owner, confidence, snippet, url } }: { sighting: Sighting }) {
  return (
    <li>
      <p className="evidence-value">
        <span className="evidence-kind">{kind.replaceAll("_", " ")}</span>
        <b className="foreign">{shown(value, 200)}</b>
        <Copy text={value} what={kind} />
        <span className="quiet evidence-sure" title="So many of values with such evidence are right">
          {percent(confidence)}
        </span>
      </p>
      {snippet && (
        <blockquote className="foreign">
          <Marked text={snippet} values={[raw, value]} longest={600} onlyValues />
        </blockquote>
      )}
      <p className="quiet evidence-where">
        Seen as {shown(way.replaceAll("_", " "))}; belongs to the {shown(owner.replaceAll("_", " "))}
      </p>
      <p className="evidence-where">
        <Address url={url} what="page address" copy={false} />
      </p>
    </li>
  );
}
