import { useEffect, useRef } from "react";
import type { DuplicatePlace, DuplicatePair as Pair } from "../api/types.ts";
import type { ActionName } from "../keys/keymap.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { useRefusal } from "../shell/refusal.ts";
import { percent } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { type ComparedField, SideBySide } from "./SideBySide.tsx";
import { type DecidePair, decidedWords, isOpen, isPickedField, type PickedValues } from "./usePairs.ts";

const FIELDS: readonly (ComparedField & { name: keyof DuplicatePlace })[] = [
  { name: "name", label: "Name", kind: "text" },
  { name: "address", label: "Address", kind: "text" },
  { name: "phone", label: "Phone", kind: "phone" },
  { name: "website", label: "Website", kind: "url" },
  { name: "category", label: "Category", kind: "text" },
  { name: "attribution", label: "Attribution", kind: "text", isFixed: true },
];

interface PairProps {
  pair: Pair;
  picked: PickedValues;
  isActive: boolean;
  onActive: () => void;
  onPick: (picked: PickedValues) => void;
  onDecide: DecidePair;
  onTakeBack: (id: string) => void;
}

export function PairCard({ pair, picked, isActive, onActive, onPick, onDecide, onTakeBack }: PairProps) {
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) card.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    <li
      ref={card}
      className={`card pair ${isActive ? "pair-active" : ""} ${isOpen(pair) ? "" : "pair-decided"}`}
      aria-current={isActive || undefined}
      onPointerDown={onActive}
      onFocus={onActive}
    >
      <p className="pair-why">
        <b>{percent(pair.likeness)} alike</b>
        <span className="quiet foreign">{shown(pair.why, 300)}</span>
      </p>
      <PairTable pair={pair} picked={picked} onPick={onPick} />
      {isOpen(pair) ? (
        <Choices pair={pair} picked={picked} onDecide={onDecide} />
      ) : (
        <div className="pair-actions">
          <span role="status">{decidedWords(pair.decision)}</span>
          <button type="button" className="button" onClick={() => onTakeBack(pair.id)}>
            Undo
          </button>
        </div>
      )}
    </li>
  );
}

function Choices({ pair, picked, onDecide }: Pick<PairProps, "pair" | "picked" | "onDecide">) {
  const refusal = useRefusal("curator");
  return (
    <div className="pair-actions">
      <PairButton
        name="pair-left"
        primary
        disabled={refusal}
        onClick={() => onDecide(pair, "merge", pair.first.id, picked)}
      >
        Merge into the left one
      </PairButton>
      <PairButton
        name="pair-right"
        primary
        disabled={refusal}
        onClick={() => onDecide(pair, "merge", pair.second.id, picked)}
      >
        Merge into the right one
      </PairButton>
      <PairButton name="pair-apart" disabled={refusal} onClick={() => onDecide(pair, "apart")}>
        Keep apart
      </PairButton>
      <span className="quiet">
        {refusal ??
          "The business merged into stays, with its decisions and contacts. Mark what to keep of what differs; the rest comes from the more trusted source, whichever side that is."}
      </span>
    </div>
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
  // Values are kept by the business; what was not scanned yet has none.
  const canPick = first.local_business_id !== null || second.local_business_id !== null;
  const columns = [
    { side: "left", place: first },
    { side: "right", place: second },
  ].map(({ side, place }) => ({
    id: place.id,
    words: `the ${side} one`,
    head: `${side === "left" ? "Left" : "Right"}: ${shown(place.source, 40)}`,
    values: { ...place },
  }));
  const keptOf = (field: string) => (isPickedField(field) ? picked[field] : undefined);
  const onKeep = (field: string, place: string) => {
    if (isPickedField(field)) onPick({ ...picked, [field]: place });
  };
  return <SideBySide id={id} fields={FIELDS} columns={columns} keptOf={keptOf} onKeep={canPick ? onKeep : null} />;
}
