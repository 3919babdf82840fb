import type { Rules } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { conditionWords } from "./words.ts";

type Field = Rules["fields"][string][number];

const SIGNS = [
  ["= !=", "is, is not; these words may be written as well"],
  ["> >= < <=", "above, at least, below, at most; of a time: after, before"],
  ["~", "contains these words"],
  ['in ("a", "b")', "is one of these"],
  ["is empty", "says nothing"],
  ["and or not ( )", "both, one of them, not so, together"],
  ['"…"', "a text; its quotes are put in for you"],
  ["7d", "seven days ago; also 12h or 30m"],
] as const;

interface FieldHelpProps {
  fields: readonly Field[];
  example: string;
  onPick: (name: string) => void;
  /** Null where something is written already, which it would replace. */
  onExample: (() => void) | null;
}

/** What a condition may speak of; choosing one writes it. */
export function FieldHelp({ fields, example, onPick, onExample }: FieldHelpProps) {
  return (
    <details className="rule-wide rule-fields">
      <summary>How to write it, and what can be asked about a row</summary>
      {example && (
        <p>
          For example <code>{example}</code> takes rows of which this is true: {conditionWords(example, fields)}.{" "}
          {onExample && (
            <button type="button" className="link-button" onClick={onExample}>
              Begin with it
            </button>
          )}
        </p>
      )}
      <dl className="rule-signs">
        {SIGNS.map(([sign, means]) => (
          <div key={sign}>
            <dt>
              <code>{sign}</code>
            </dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">Choose what to ask about:</p>
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
