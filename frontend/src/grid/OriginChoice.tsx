// Rows of which list or search: a client, a campaign, one phrase.
import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import type { OriginChoices, WorkflowMeta } from "../api/types.ts";
import { shown } from "../text/shown.ts";

interface OriginChoiceProps { workflow: WorkflowMeta; value: string | null; onChoose: (origin: string | null) => void }

export function OriginChoice({ workflow, value, onChoose }: OriginChoiceProps) {
  const { data } = useQuery({ queryKey: ["origins", workflow.name], queryFn: ({ signal }) => get<OriginChoices>("/origins", { workflow: workflow.name }, signal), staleTime: 60_000, retry: false });
  const items = data?.items ?? [];
  if (items.length === 0 && value === null) return null;
  const isOther = value !== null && !items.some(({ origin }) => origin === value);
  const group = (label: string, isList: boolean) => {
    const there = items.filter((each) => each.is_list === isList);
    return there.length > 0 && (
      <optgroup label={label}>
        {there.map(({ origin, label: name }) => <option key={origin} value={origin}>{shown(name, 60)}</option>)}
      </optgroup>
    );
  };
  return (
    <select className={`origin-choice ${value ? "is-set" : ""}`} aria-label="List or search" title="Only rows that come from this list or search" value={value ?? ""} onChange={(event) => onChoose(event.target.value || null)}>
      <option value="">Any list or search</option>
      {isOther && <option value={value}>{shown(value.replace(":", " "), 40)}</option>}
      {group("Lists", true)}
      {group("Searches", false)}
    </select>
  );
}
