import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ColumnMeta, Row, WorkflowMeta } from "../api/types.ts";
import { Absences } from "../detail/Absences.tsx";
import { Evidence } from "../detail/Evidence.tsx";
import { Facts } from "../detail/Facts.tsx";
import { Lineage } from "../detail/Lineage.tsx";
import { Part } from "../detail/Part.tsx";
import { Why } from "../detail/ReadText.tsx";
import { Runs } from "../detail/Runs.tsx";
import { columnValue, insightQuery, rowQuery } from "../detail/rows.ts";
import { isEmpty } from "../detail/Value.tsx";
import { RowMarks } from "../marks/RowMarks.tsx";
import { number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { linkTo } from "../text/url.ts";

export function ReviewSide({ workflow, row }: { workflow: WorkflowMeta; row: Row }) {
  // Without a text the card tells what is known.
  const isTextShown = Boolean(useQuery(insightQuery(workflow, row.id)).data?.text?.text);
  return (
    <div className="card review-side" tabIndex={0} role="region" aria-label="About this row">
      {isTextShown && <Facts workflow={workflow} row={row} />}
      <Absences workflow={workflow} id={row.id} />
      <Missing workflow={workflow} row={row} />
      <Marks workflow={workflow} row={row} />
      <Why workflow={workflow} id={row.id} />
      <Evidence workflow={workflow} id={row.id} />
      <Lineage workflow={workflow} id={row.id} from={`${workflow.kebab}/${row.id}`} />
      <Runs workflow={workflow} id={row.id} />
      <SameDomain workflow={workflow} id={row.id} />
    </div>
  );
}

/** As the list had them until the row itself is read. */
function Marks({ workflow, row }: { workflow: WorkflowMeta; row: Row }) {
  const { data } = useQuery({ ...rowQuery(workflow, row.id), enabled: false });
  const tags = data?.tags ?? (Array.isArray(row.tags) ? row.tags.map(String) : []);
  const note = data ? data.note : typeof row.note === "string" ? row.note : null;
  return <RowMarks key={row.id} workflow={workflow} row={{ id: row.id, tags, note }} />;
}

/** What one would expect here and does not find, with the reason. */
function Missing({ workflow, row }: { workflow: WorkflowMeta; row: Row }) {
  const { data } = useQuery(insightQuery(workflow, row.id));
  if (!data) return null;
  const told = new Set(data.absences.map(({ field }) => field));
  const empty = workflow.columns.filter(
    ({ name, hidden }) => !hidden && !told.has(name) && isEmpty(columnValue(row, name)),
  );
  // What a person may correct a page may say; the rest comes of the work.
  const unsaid = empty.filter(({ is_editable }) => is_editable);
  const later = empty.filter((column) => !unsaid.includes(column));
  return (
    <>
      <MissingLine words={data.text?.text ? "The page does not say" : "Not given"} columns={unsaid} />
      <MissingLine words="Not known yet" columns={later} />
    </>
  );
}

function MissingLine({ words, columns }: { words: string; columns: readonly ColumnMeta[] }) {
  if (columns.length === 0) return null;
  const labels = columns.map(({ label }) => label.toLowerCase().replace("e-mail", "e-mail address"));
  return (
    <p className="quiet review-missing">
      {words}: {new Intl.ListFormat("en").format(labels)}.
    </p>
  );
}

function SameDomain({ workflow, id }: { workflow: WorkflowMeta; id: string }) {
  const near = useQuery(insightQuery(workflow, id)).data?.neighbours;
  if (!near) return null;
  const rows = `${near.count_is_capped ? "more than " : ""}${number(near.count)} ${near.count === 1 ? "row" : "rows"}`;
  return (
    <Part title="Same domain">
      <Link href={linkTo(workflow.kebab, { q: `host:${near.domain}` })}>{rows}</Link> of{" "}
      <span className="foreign">{shown(near.domain, 120)}</span>
    </Part>
  );
}
