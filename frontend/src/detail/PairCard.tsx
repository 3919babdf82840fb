import { useEffect, useRef } from "react";
import type { ColumnKind, DuplicatePlace, DuplicatePair as Pair } from "../api/types.ts";
import type { ActionName } from "../keys/keymap.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { useRefusal } from "../shell/refusal.ts";
import { percent } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { differs } from "./pairs.ts";
import type { DecidePair } from "./usePairs.ts";
import { Value } from "./Value.tsx";

const FIELDS: readonly { name: keyof DuplicatePlace; label: string; kind: ColumnKind; isAlwaysOther?: true }[] = [
  { name: "name", label: "Name", kind: "text" },
  { name: "address", label: "Address", kind: "text" },
  { name: "phone", label: "Phone", kind: "phone" },
  { name: "website", label: "Website", kind: "url" },
  { name: "category", label: "Category", kind: "text" },
  { name: "source", label: "Source", kind: "text", isAlwaysOther: true },
  { name: "attribution", label: "Attribution", kind: "text", isAlwaysOther: true },
];

interface PairProps {
  pair: Pair;
  isActive: boolean;
  onActive: () => void;
  onDecide: DecidePair;
}

export function PairCard({ pair, isActive, onActive, onDecide }: PairProps) {
  const card = useRef<HTMLLIElement>(null);
  const refusal = useRefusal("curator");
  useEffect(() => {
    if (isActive) card.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    <li
      ref={card}
      className={`card pair ${isActive ? "pair-active" : ""}`}
      aria-current={isActive || undefined}
      onPointerDown={onActive}
      onFocus={onActive}
    >
      <p className="pair-why">
        <b>{percent(pair.likeness)} alike</b>
        <span className="quiet foreign">{shown(pair.why, 300)}</span>
      </p>
      <PairTable pair={pair} />
      <div className="pair-actions">
        <PairButton name="pair-left" primary disabled={refusal} onClick={() => onDecide(pair, "merge", pair.first.id)}>
          Merge, keep left
        </PairButton>
        <PairButton
          name="pair-right"
          primary
          disabled={refusal}
          onClick={() => onDecide(pair, "merge", pair.second.id)}
        >
          Merge, keep right
        </PairButton>
        <PairButton name="pair-apart" disabled={refusal} onClick={() => onDecide(pair, "apart")}>
          Keep apart
        </PairButton>
        {refusal && <span className="quiet">{refusal}</span>}
      </div>
    </li>
  );
}

interface ButtonProps {
  name: ActionName;
  primary?: boolean;
  disabled: string | null;
  onClick: () => void;
  children: string;
}

function PairButton({ name, primary = false, disabled, onClick, children }: ButtonProps) {
  const { print } = useKeyMap();
  return (
    <button
      type="button"
      className="button"
      disabled={disabled !== null}
      title={disabled ?? undefined}
      onClick={onClick}
    >
      {primary && <Icon name="merge" />}
      {children} <kbd>{print(name)}</kbd>
    </button>
  );
}

function PairTable({ pair: { first, second } }: { pair: Pair }) {
  const there = FIELDS.filter(({ name }) => first[name] !== null || second[name] !== null);
  return (
    <table className="pair-table">
      <thead>
        <tr>
          <td />
          <th scope="col">Left</th>
          <th scope="col">Right</th>
        </tr>
      </thead>
      <tbody>
        {there.map(({ name, label, kind, isAlwaysOther }) => {
          const isDifferent = !isAlwaysOther && differs(first[name], second[name]);
          return (
            <tr key={name} className={isDifferent ? "pair-differs" : undefined}>
              <th scope="row">
                {label}
                {isDifferent && <span className="visually-hidden"> (differs)</span>}
              </th>
              <td>
                <Value value={first[name]} kind={kind} label={label} />
              </td>
              <td>
                <Value value={second[name]} kind={kind} label={label} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
