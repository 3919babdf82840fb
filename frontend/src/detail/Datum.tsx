// One fact with its name; a person may correct it where it stands.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMeta } from "../api/queries.ts";
import type { ColumnMeta, WorkflowMeta } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { EditValue } from "./EditValue.tsx";
import { changesQuery, columnValue, type RowDetail } from "./rows.ts";
import { Value } from "./Value.tsx";

export function Datum({ column, workflow, row }: { column: ColumnMeta; workflow: WorkflowMeta; row: RowDetail }) {
  const [isEditing, setEditing] = useState(false);
  const refusal = useRefusal("curator");
  const { name, label, kind } = column;
  const value = columnValue(row, name);
  if (isEditing)
    return <EditValue workflow={workflow} id={row.id} column={column} value={value} onDone={() => setEditing(false)} />;
  return (
    <>
      <span className="datum">
        <Value value={value} kind={kind} label={label} />
        {column.is_editable && refusal === null && (
          <button
            type="button"
            className="icon-button"
            aria-label={`Correct ${label}`}
            title={`Correct ${label}`}
            onClick={() => setEditing(true)}
          >
            <Icon name="edit" />
          </button>
        )}
      </span>
      {row.edited_fields.includes(name) && <Corrected workflow={workflow} id={row.id} field={name} />}
    </>
  );
}

function Corrected({ workflow, id, field }: { workflow: WorkflowMeta; id: string; field: string }) {
  const me = useMeta().user.name;
  const { data } = useQuery(changesQuery(workflow, id));
  const who = data?.find((change) => change.field === field)?.made_by;
  return (
    <span className="corrected">
      <Icon name="check" />
      corrected by {who === me ? "you" : shown(who ?? "a person")}, workers leave it alone
    </span>
  );
}
