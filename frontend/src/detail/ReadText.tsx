// What the page said, where one was read.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { WorkflowMeta } from "../api/types.ts";
import { Moment } from "../ui/Moment.tsx";
import { Marked } from "./Marked.tsx";
import { Part } from "./Part.tsx";
import { insightQuery, rowQuery, seenValues } from "./rows.ts";

export function ReadText({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const { data } = useQuery(insightQuery(workflow, id));
  const { data: row } = useQuery(rowQuery(workflow, id));
  const values = useMemo(() => seenValues(workflow, row, data), [workflow, row, data]);
  if (!data?.text?.text) return null;
  return (
    <Part title="Text of the page">
      <p className="quiet">
        Read <Moment at={data.text.read_at} />
        {data.text.is_cut && "; only the beginning is shown"}
      </p>
      <div className="read-text foreign" tabIndex={0} role="group" aria-label="Text, to scroll">
        <Marked text={data.text.text} values={values} />
      </div>
    </Part>
  );
}

export function Why({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const { data } = useQuery(insightQuery(workflow, id));
  const score = data?.score;
  if (!score) return null;
  return (
    <Part title={`Why ${score.score}`}>
      {score.reasons.length === 0 ? (
        <p className="quiet">The words of a link to it, or a person, told its kind ({score.kind}).</p>
      ) : (
        <ul className="why">
          {score.reasons.map(({ words, points }) => (
            <li key={words}>
              <span>{words}</span>
              <span className={points < 0 ? "why-less" : "why-more"}>
                {points > 0 ? `+${points}` : points === 0 ? "0" : `−${-points}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
