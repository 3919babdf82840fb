// One fact with its name; a person may correct it where it stands.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { decideIds } from "../api/decide.ts";
import { useMeta } from "../api/queries.ts";
import { verbOf } from "../api/sending.ts";
import type { ColumnMeta, WorkflowMeta } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { useUrl } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { EditValue } from "./EditValue.tsx";
import { changesQuery, columnValue, isElsewhere, isWorkedOnAnew, type RowDetail, toldOf } from "./rows.ts";
import { Value } from "./Value.tsx";

export function Datum({ column, workflow, row }: { column: ColumnMeta; workflow: WorkflowMeta; row: RowDetail }) {
  const [address, change] = useUrl();
  const [isEditing, setEditing] = useState(false);
  const refusal = useRefusal("curator");
  const { name, label, kind } = column;
  const value = columnValue(row, name);
  const isOfAnother =
    row.state === "Complete" && name === workflow.url_column && isElsewhere(value, columnValue(row, "domain"));
  const isAskedFor = address.get("correct") === name && refusal === null;
  const finish = () => {
    setEditing(false);
    if (isAskedFor) change({ correct: null }, { replace: true });
  };
  if (isEditing || isAskedFor)
    return <EditValue workflow={workflow} id={row.id} column={column} value={value} onDone={finish} />;
  return (
    <>
      <span className="datum">
        <Value value={toldOf(row, name)} kind={kind} label={label} />
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
      {row.edited_fields.includes(name) && (
        <Corrected workflow={workflow} row={row} field={name} isAsked={!isOfAnother} />
      )}
      {isOfAnother && (
        <Again
          workflow={workflow}
          id={row.id}
          words="The domain found is not this website’s, nor is what came of it."
        />
      )}
    </>
  );
}

interface CorrectedProps {
  workflow: WorkflowMeta;
  row: RowDetail;
  field: string;
  /** Whether it is asked here to have the row worked on again. */
  isAsked: boolean;
}

function Corrected({ workflow, row, field, isAsked }: CorrectedProps) {
  const me = useMeta().user.name;
  const { data } = useQuery(changesQuery(workflow, row.id));
  const change = data?.find((each) => each.field === field);
  const who = change?.made_by;
  return (
    <>
      <span className="corrected">
        <Icon name="check" />
        corrected by {who === me ? "you" : shown(who ?? "a person")}, workers leave it alone
      </span>
      {isAsked && isWorkedOnAnew(workflow, row, change) && (
        <Again workflow={workflow} id={row.id} words="This was done before the correction." />
      )}
    </>
  );
}

/** What was done was done with another value. */
function Again({ workflow, id, words }: { workflow: WorkflowMeta; id: string; words: string }) {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const verb = verbOf("Queued", workflow);
  return (
    <span className="corrected-after">
      {words}{" "}
      {refusal === null && (
        <button type="button" className="text-button" onClick={() => void decideIds(client, workflow, [id], "Queued")}>
          {verb} again with it
        </button>
      )}
    </span>
  );
}
