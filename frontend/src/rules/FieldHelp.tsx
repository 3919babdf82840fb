import type { Rules } from "../api/types.ts";
import { shown } from "../text/shown.ts";

type Field = Rules["fields"][string][number];

/** What a condition may speak of; choosing one writes it. */
export function FieldHelp({ fields, onPick }: { fields: readonly Field[]; onPick: (name: string) => void }) {
  return (
    <details className="rule-wide rule-fields">
      <summary>Fields, and how conditions are written</summary>
      <p className="quiet">
        <code>and or not ( )</code>, <code>= != &lt; &lt;= &gt; &gt;=</code>, <code>~</code> contains,{" "}
        <code>in ("a", "b")</code>, <code>is empty</code>. Texts in quotes; <code>7d</code> is that long ago.
      </p>
      <ul>
        {fields.map(({ name, label, values }) => (
          <li key={name}>
            <button type="button" className="link-button" onClick={() => onPick(name)}>
              {name}
            </button>{" "}
            <span className="quiet">
              {shown(label, 60)}
              {values ? `: ${shown(values.join(", "), 120)}` : ""}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
