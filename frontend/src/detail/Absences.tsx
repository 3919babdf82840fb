// Why a contact has no e-mail address or no number.
import { useQuery } from "@tanstack/react-query";
import type { WorkflowMeta } from "../api/types.ts";
import { Part } from "./Part.tsx";
import { insightQuery } from "./rows.ts";

export function Absences({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const { data } = useQuery(insightQuery(workflow, id));
  if (!data || data.absences.length === 0) return null;
  return (
    <Part title="Not there">
      <dl className="facts">
        {data.absences.map(({ field, words }) => (
          <div key={field} className="facts-wide">
            <dt>{field === "email" ? "E-mail" : "Phone"}</dt>
            <dd>{words}.</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
