import type { ColumnMeta, RowsEdited } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";

interface PreviewProps {
  answer: RowsEdited | null | undefined;
  error: Error | null;
  columns: readonly ColumnMeta[];
}

/** How many rows would change, and a few of them before and after. */
export function EditPreview({ answer, error, columns }: PreviewProps) {
  if (error)
    return (
      <p className="problem" role="alert">
        {inWords(error)}
      </p>
    );
  if (!answer)
    return (
      <p className="quiet" role="status">
        Looking what would change…
      </p>
    );
  const labelOf = (field: string) => columns.find(({ name }) => name === field)?.label ?? field;
  return (
    <div className="edit-preview" role="status">
      <p>
        <strong>{number(answer.changed_count)}</strong> of {plural(answer.matching_count, "row")} would change
        {answer.changed_count < answer.matching_count && "; the others are so already"}.
      </p>
      <ul>
        {answer.samples.slice(0, 5).map(({ id, title, field, before, after }) => (
          <li key={id + field}>
            <b className="foreign">{shown(title ?? "Without a name", 60)}</b>{" "}
            <span className="quiet">{labelOf(field)}:</span>{" "}
            <del className="foreign">{shown(before ?? "empty", 80)}</del> →{" "}
            <ins className="foreign">{shown(after ?? "empty", 80)}</ins>
          </li>
        ))}
      </ul>
    </div>
  );
}
