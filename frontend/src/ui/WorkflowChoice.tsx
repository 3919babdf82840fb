import { useMeta } from "../api/queries.ts";

/** `""` stands for all of them. */
export function WorkflowChoice({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { workflows } = useMeta();
  return (
    <select aria-label="Workflow" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">All workflows</option>
      {workflows.map(({ name, title }) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  );
}
