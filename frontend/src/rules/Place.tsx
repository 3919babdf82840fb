// What is wrong with a rule, with a mark on the place.
import { ApiError } from "../api/client.ts";
import type { WrittenRule } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";

export function Place({ error, rule }: { error: Error; rule: WrittenRule }) {
  const facts = error instanceof ApiError ? error.facts : {};
  const { complaint, key, line, column, length } = facts;
  if (typeof complaint !== "string") return <Words>{inWords(error)}</Words>;
  const isHere = facts.rule === rule.name;
  const text = isHere && key === "when" ? rule.when.split("\n")[Number(line) - 1] : undefined;
  if (text === undefined)
    return <Words>{isHere ? `${shown(key, 40)}: ${shown(complaint, 400)}` : inWords(error)}</Words>;
  const from = Number(column) - 1;
  const to = from + Number(length);
  return (
    <Words>
      <span>{shown(complaint, 400)}</span>
      <code className="rule-place">
        {shown(text.slice(0, from))}
        <mark>{shown(text.slice(from, to)) || " "}</mark>
        {shown(text.slice(to))}
      </code>
    </Words>
  );
}

function Words({ children }: { children: React.ReactNode }) {
  return (
    <div className="problem rule-problem rule-wide" role="alert">
      {children}
    </div>
  );
}
