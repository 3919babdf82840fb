// Whose rules are shown, and which stages have some.
import { Link } from "wouter";
import type { Rules, WorkflowMeta } from "../api/types.ts";

type Ruled = Pick<Rules, "items" | "for_origins">;
type Stage = Pick<WorkflowMeta, "name" | "title">;

const NONE: Ruled = { items: [], for_origins: [] };
const countOf = ({ items, for_origins }: Ruled, { name }: Stage): number =>
  [...items, ...for_origins].filter(({ workflow }) => workflow === name).length;

/** Where rules are that hold for all rows, then where one search goes on by itself. */
export function firstRuled<Each extends Stage>(stages: readonly Each[], ruled: Ruled = NONE): Each | undefined {
  const ofAll = stages.find((stage) => countOf({ ...NONE, items: ruled.items }, stage) > 0);
  return ofAll ?? stages.find((stage) => countOf(ruled, stage) > 0) ?? stages[0];
}

interface StageChoiceProps {
  stages: readonly Stage[];
  chosen: Stage;
  ruled: Ruled | undefined;
  onChoose: (name: string) => void;
}

export function StageChoice({ stages, chosen, ruled = NONE, onChoose }: StageChoiceProps) {
  const counted = stages.map((stage) => ({ ...stage, count: countOf(ruled, stage) }));
  const others = counted.filter(({ name, count }) => count > 0 && name !== chosen.name);
  return (
    <div className="rules-workflow">
      <label>
        Stage{" "}
        <select value={chosen.name} onChange={(event) => onChoose(event.target.value)}>
          {counted.map(({ name, title, count }) => (
            <option key={name} value={name}>
              {title}
              {count > 0 ? ` (${count})` : ""}
            </option>
          ))}
        </select>
      </label>
      {others.length > 0 && (
        <nav aria-label="Other stages with rules">
          There are rules in{" "}
          {others.map(({ name, title, count }, at) => (
            <span key={name}>
              {at > 0 && ", "}
              <Link href={`/rules?workflow=${name}`}>
                {title} ({count})
              </Link>
            </span>
          ))}
        </nav>
      )}
    </div>
  );
}
