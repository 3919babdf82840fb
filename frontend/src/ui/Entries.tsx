// A short list of one's own things, a row each: what it is, what is known of it, and what can be done with it.
import { Children, type ReactNode } from "react";

interface EntriesProps<Each> {
  label: string;
  heads: readonly string[];
  items: readonly Each[];
  /** The name, a cell for each further head, and the action. */
  cells: (item: Each) => readonly ReactNode[];
}

export function Entries<Each extends { id: string }>({ label, heads, items, cells }: EntriesProps<Each>) {
  return (
    <div className="wide-scroll" tabIndex={0} role="group" aria-label={`${label}, to scroll`}>
      <table className="table stack">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {items.map((each) => {
            const [name, ...others] = cells(each);
            return (
              <tr key={each.id}>
                <th scope="row" className="foreign">
                  {name}
                </th>
                {Children.map(others, (cell, at) => (
                  <td className="foreign">
                    {heads[at + 1] && <span className="stack-words quiet">{heads[at + 1]} </span>}
                    {cell}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
