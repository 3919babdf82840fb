// Whose website is wrong: the way to where it is corrected.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import type { Step, WorkflowMeta } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";
import { lineageQuery } from "./rows.ts";

interface RemedyProps {
  workflow: WorkflowMeta;
  id: string;
}

export function Remedy({ workflow, id }: RemedyProps) {
  const { workflows } = useMeta();
  const refusal = useRefusal("curator");
  const { data } = useQuery(lineageQuery(workflow, id));
  const found = correctedAt(data ?? [], workflows);
  if (!found || refusal) return null;
  const { step, tab } = found;
  return step.rows.map((relative) => (
    <Link
      key={relative.id}
      className="row-remedy"
      href={linkTo(tab.kebab, {
        q: `id:${relative.id}`,
        item: relative.id,
        correct: tab.url_column,
        from: `${workflow.kebab}/${id}`,
      })}
    >
      Correct the website of <span className="foreign">{shown(relative.label ?? "the business", 80)}</span>
    </Link>
  ));
}

/** The nearest of what the row came from whose address a person may correct. */
function correctedAt(steps: readonly Step[], workflows: readonly WorkflowMeta[]) {
  return steps
    .filter(({ depth }) => depth < 0)
    .toSorted((one, other) => other.depth - one.depth)
    .flatMap((step) => {
      const tab = workflows.find(({ name }) => step.workflows.includes(name));
      const isCorrected = tab?.columns.some(({ name, is_editable }) => is_editable && name === tab.url_column);
      return tab && isCorrected ? [{ step, tab }] : [];
    })
    .at(0);
}
