import { useEffect, useRef } from "react";
import type { ColumnKind, DuplicatePlace, DuplicatePair as Pair } from "../api/types.ts";
import type { ActionName } from "../keys/keymap.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { useRefusal } from "../shell/refusal.ts";
import { percent } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { differs } from "./pairs.ts";
import type { DecidePair, PickedField, PickedValues } from "./usePairs.ts";
import { Value } from "./Value.tsx";

interface Field {
  name: keyof DuplicatePlace;
  label: string;
  kind: ColumnKind;
  /** Where the two differ, a person may say whose is right. */
  picked?: PickedField;
}
const FIELDS: readonly Field[] = [
  { name: "name", label: "Name", kind: "text", picked: "name" },
  { name: "address", label: "Address", kind: "text", picked: "address" },
  { name: "phone", label: "Phone", kind: "phone", picked: "phone" },
  { name: "website", label: "Website", kind: "url", picked: "website" },
  { name: "category", label: "Category", kind: "text", picked: "category" },
  { name: "attribution", label: "Attribution", kind: "text" },
];

interface PairProps {
  pair: Pair;
  picked: PickedValues;
  isActive: boolean;
  onActive: () => void;
  onPick: (picked: PickedValues) => void;
  onDecide: DecidePair;
}

export function PairCard({ pair, picked, isActive, onActive, onPick, onDecide }: PairProps) {
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
      <PairTable pair={pair} picked={picked} onPick={onPick} />
      <div className="pair-actions">
        <PairButton
          name="pair-left"
          primary
          disabled={refusal}
          onClick={() => onDecide(pair, "merge", pair.first.id, picked)}
        >
          Merge, keep left
        </PairButton>
        <PairButton
          name="pair-right"
          primary
          disabled={refusal}
          onClick={() => onDecide(pair, "merge", pair.second.id, picked)}
        >
          Merge, keep right
        </PairButton>
        <PairButton name="pair-apart" disabled={refusal} onClick={() => onDecide(pair, "apart")}>
          Keep apart
        </PairButton>
        <span className="quiet">
          {refusal ?? "Mark what to keep of what differs; the rest comes from the more trusted source."}
        </span>
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

interface PairTableProps {
  pair: Pair;
  picked: PickedValues;
  onPick: (picked: PickedValues) => void;
}

function PairTable({ pair: { id, first, second }, picked, onPick }: PairTableProps) {
  const there = FIELDS.filter(({ name }) => first[name] !== null || second[name] !== null);
  // Values are kept by the business; what was not scanned yet has none.
  const canPick = first.local_business_id !== null || second.local_business_id !== null;
  return (
    <table className="pair-table">
      <thead>
        <tr>
          <td />
          <th scope="col">Left: {shown(first.source, 40)}</th>
          <th scope="col">Right: {shown(second.source, 40)}</th>
        </tr>
      </thead>
      <tbody>
        {there.map(({ name, label, kind, picked: what }) => {
          const isDifferent = what !== undefined && differs(first[name], second[name]);
          return (
            <tr key={name} className={isDifferent ? "pair-differs" : undefined}>
              <th scope="row">
                {label}
                {isDifferent && <span className="visually-hidden"> (differs)</span>}
              </th>
              {[first, second].map((place, at) => (
                <td key={place.id}>
                  {isDifferent && canPick && (
                    <input
                      type="radio"
                      name={`${id} ${name}`}
                      checked={picked[what] === place.id}
                      aria-label={`${label} of the ${at === 0 ? "left" : "right"} one`}
                      title="Keep this one when the two are merged"
                      onChange={() => onPick({ ...picked, [what]: place.id })}
                    />
                  )}{" "}
                  <Value value={place[name]} kind={kind} label={label} />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
