import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import { Answer } from "../ui/Answer.tsx";

interface ColumnChoiceProps {
  workflow: WorkflowMeta;
  /** Null: every one, also those that come later. */
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
}

/** All that the file can have, so that leaving one out takes no other away. */
export function ColumnChoice({ workflow, chosen, onChange }: ColumnChoiceProps) {
  const query = useQuery({
    queryKey: ["export-columns", workflow.name],
    queryFn: ({ signal }) => get("/exports/jobs/columns", { workflow: workflow.name }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const all = query.data?.items ?? [];
  const isTicked = (name: string) => chosen === null || chosen.includes(name);
  const choose = (isWanted: (name: string) => boolean) => {
    const names = all.map(({ name }) => name).filter(isWanted);
    onChange(names.length === all.length ? null : names);
  };
  const shown = new Set(workflow.columns.filter(({ hidden }) => !hidden).map(({ name }) => name));
  return (
    <details className="export-columns">
      <summary className="button">
        {chosen === null ? "Every column" : `${number(chosen.length)} of ${plural(all.length, "column")}`}
      </summary>
      <Answer query={query} what="columns">
        {() => (
          <fieldset>
            <legend className="visually-hidden">Columns</legend>
            <div className="export-column-tools">
              <button type="button" className="button" onClick={() => onChange(null)}>
                All
              </button>
              <button type="button" className="button" onClick={() => choose((name) => shown.has(name))}>
                As the tab shows
              </button>
              <button type="button" className="button" onClick={() => onChange([])}>
                None
              </button>
            </div>
            {all.map(({ name, label }) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={isTicked(name)}
                  onChange={() => choose((each) => (each === name ? !isTicked(name) : isTicked(each)))}
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
      </Answer>
    </details>
  );
}
