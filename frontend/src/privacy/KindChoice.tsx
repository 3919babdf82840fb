import type { SuppressionKind } from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";
import { KINDS } from "./kinds.ts";

export function KindChoice({ kind, onKind }: { kind: SuppressionKind; onKind: (kind: SuppressionKind) => void }) {
  return (
    <label>
      Kind
      <select
        value={kind}
        onChange={(event) => onKind(keysOf(KINDS).find((each) => each === event.target.value) ?? "email")}
      >
        {keysOf(KINDS).map((each) => (
          <option key={each} value={each}>
            {KINDS[each].words}
          </option>
        ))}
      </select>
    </label>
  );
}
