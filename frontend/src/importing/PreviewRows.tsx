// The first rows as they would be kept, those with trouble before the others.
import type { ImportPreview } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { fieldWords } from "./Columns.tsx";
import { seemsWords, VERDICTS } from "./subjects.ts";

const MOST_SHOWN = 50;

type PreviewedRow = ImportPreview["rows"][number];

/** Lower is shown earlier. */
const rank = (row: PreviewedRow): number =>
  row.verdict === "refused" ? 0 : row.reason || row.seems ? 1 : row.same_as ? 2 : 3;

/** Its cells fit no columns. */
const isUnread = ({ values, extra }: PreviewedRow): boolean =>
  Object.keys(values).length === 0 && Object.keys(extra).length === 0;

export function PreviewRows({ preview }: { preview: ImportPreview }) {
  const rows = preview.rows.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_SHOWN);
  const fields = preview.fields.filter((field) => rows.some(({ values }) => values[field]));
  const extra = [...new Set(rows.flatMap((row) => Object.keys(row.extra)))];
  if (rows.length === 0) return null;
  return (
    <section className="card" aria-labelledby="import-rows">
      <div className="card-head">
        <h2 id="import-rows">Rows</h2>
        {preview.rows.length > rows.length && (
          <span className="quiet">{plural(rows.length, "row")}, those with trouble first</span>
        )}
      </div>
      <div className="wide-scroll" tabIndex={0} role="group" aria-label="Rows, to scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col" className="number">
                Line
              </th>
              <th scope="col">Becomes</th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {fieldWords(field)}
                </th>
              ))}
              {extra.map((name) => (
                <th key={name} scope="col" className="foreign">
                  {shown(name, 40)} <span className="quiet">(extra)</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td className="number">{row.line}</td>
                <td className={row.verdict === "refused" ? "problem" : undefined}>
                  {row.verdict === "repeated" && row.same_as !== null
                    ? `repeats line ${row.same_as}`
                    : VERDICTS[row.verdict]}
                  {row.seems && <small className="foreign import-reason">{seemsWords(row.seems)}</small>}
                  {row.reason && <small className="foreign import-reason">{shown(row.reason, 200)}</small>}
                </td>
                {isUnread(row) ? (
                  <td className="foreign quiet" colSpan={Math.max(1, fields.length + extra.length)}>
                    {shown(row.text ?? "", 300)}
                  </td>
                ) : (
                  [
                    ...fields.map((field) => (
                      <td key={field} className="foreign">
                        {shown(row.values[field] ?? "", 80)}
                      </td>
                    )),
                    ...extra.map((name) => (
                      <td key={`extra ${name}`} className="foreign quiet">
                        {shown(row.extra[name] ?? "", 80)}
                      </td>
                    )),
                  ]
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
