// Whoever came from a row's lineage finds the way back to that row.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { useUrl } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { rowQuery, titleOf } from "./rows.ts";
import "./detail.css";

export function WayBack() {
  const [parameters] = useUrl();
  const { workflows } = useMeta();
  const [kebab, id] = (parameters.get("from") ?? "").split("/");
  const workflow = workflows.find((each) => each.kebab === kebab);
  return workflow && id ? <Back workflow={workflow} id={id} /> : null;
}

function Back({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const { data: row } = useQuery(rowQuery(workflow, id));
  return (
    <Link className="way-back" href={`/w/${workflow.kebab}/${id}`}>
      <Icon name="left" />
      Back to <span className="foreign">{row ? shown(titleOf(workflow, row), 60) : workflow.title}</span>
    </Link>
  );
}
