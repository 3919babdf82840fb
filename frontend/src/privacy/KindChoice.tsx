import type { SuppressionKind } from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";
import { KINDS } from "./kinds.ts";

type KindChoiceProps =
  | { kind: SuppressionKind; onKind: (kind: SuppressionKind) => void; unsaid?: undefined }
  /** What it means to say none, where one need not. */
  | { kind: SuppressionKind | null; onKind: (kind: SuppressionKind | null) => void; unsaid: string };

export function KindChoice(props: KindChoiceProps) {
  const choose = (name: string) => {
    const kind = keysOf(KINDS).find((each) => each === name);
    if (kind) props.onKind(kind);
    else if (props.unsaid !== undefined) props.onKind(null);
  };
  return (
    <label>
      Kind
      <select value={props.kind ?? ""} onChange={(event) => choose(event.target.value)}>
        {props.unsaid !== undefined && <option value="">{props.unsaid}</option>}
        {keysOf(KINDS).map((each) => (
          <option key={each} value={each}>
            {KINDS[each].words}
          </option>
        ))}
      </select>
    </label>
  );
}
