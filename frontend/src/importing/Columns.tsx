// What each column becomes; a guess can be corrected, and is remembered for files with the same headings.
import type { ImportPreview } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { EXTRA, LEFT_OUT } from "./mapping.ts";
import { SUBJECTS } from "./subjects.ts";
import type { Importing } from "./useImport.ts";

/** Sheets have empty columns between others, which nobody needs to decide about. */
const hasSomething = ({ heading, examples }: ImportPreview["columns"][number]): boolean =>
  examples.length > 0 || !/^column \d+$/.test(heading);

export const fieldWords = (name: string): string => name.replaceAll("_", " ");

export function Columns({ importing, preview }: { importing: Importing; preview: ImportPreview }) {
  const isChanged = preview.columns.some(({ is_guessed }) => !is_guessed);
  return (
    <section className="card" aria-labelledby="import-columns">
      <div className="card-head">
        <h2 id="import-columns">Columns</h2>
        {preview.heading_line > 1 && <span className="quiet">headings in line {preview.heading_line}</span>}
        {isChanged && (
          <button type="button" className="button" onClick={importing.guessAgain}>
            Guess again
          </button>
        )}
      </div>
      <div className="wide-scroll" tabIndex={0} role="group" aria-label="Columns, to scroll">
        <table className="table stack">
          <thead>
            <tr>
              <th scope="col">In the file</th>
              <th scope="col">Becomes</th>
              <th scope="col">For example</th>
            </tr>
          </thead>
          <tbody>
            {preview.columns.filter(hasSomething).map((column) => (
              <tr key={column.heading}>
                <th scope="row" className="foreign">
                  {shown(column.heading, 80)}
                </th>
                <td>
                  <select
                    aria-label={`${shown(column.heading, 80)} becomes`}
                    value={importing.said.mapping?.[column.heading] ?? column.becomes}
                    onChange={(event) => importing.choose(column.heading, event.target.value)}
                  >
                    {preview.fields.map((field) => (
                      <option key={field} value={field}>
                        {fieldWords(field)}
                      </option>
                    ))}
                    {SUBJECTS[preview.into].keepsExtra && <option value={EXTRA}>kept as an extra field</option>}
                    <option value={LEFT_OUT}>left out</option>
                  </select>
                  {!column.is_guessed && <small className="quiet"> as you said</small>}
                  {column.by_values && <small className="import-guess"> guessed by what is in it</small>}
                </td>
                <td className="foreign quiet">{shown(column.examples.join(" · "), 120)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
