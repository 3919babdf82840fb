// A condition, completed while it is typed: fields, signs, values, and what joins them.
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Completions } from "../ui/Completions.tsx";
import { type Offer, offers, type RuleField, type SeenValues, taken } from "./conditions.ts";
import { tidied } from "./tidied.ts";

interface ConditionFieldProps {
  value: string;
  /** A condition that could stand here. */
  example: string;
  fields: readonly RuleField[];
  seen: SeenValues;
  isWrong: boolean;
  onChange: (text: string) => void;
}

export function ConditionField({ value, example, fields, seen, isWrong, onChange }: ConditionFieldProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(-1);
  const offered = caret === null ? [] : offers(value, caret, fields, seen);
  const show = (at: number | null) => {
    setCaret(at);
    setChosen(-1);
  };
  const take = (offer: Offer) => {
    const next = taken(value, offer);
    // At once: whoever types on must not find the caret moved under the next letter.
    flushSync(() => {
      onChange(next.text);
      show(next.caret);
    });
    area.current?.setSelectionRange(next.caret, next.caret);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const pick = offered[chosen];
    if (move !== undefined && offered.length > 0)
      setChosen(chosen < 0 && move < 0 ? offered.length - 1 : (chosen + move + offered.length) % offered.length);
    else if ((event.key === "Enter" || event.key === "Tab") && pick) take(pick);
    else if (event.key === "Escape" && offered.length > 0) show(null);
    else return;
    event.preventDefault();
  };
  return (
    <div className="rule-wide rule-condition">
      <label htmlFor={id}>Which rows? Those for which this is true</label>
      <textarea
        ref={area}
        id={id}
        rows={3}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={offered[chosen] ? `${id}-${chosen}` : undefined}
        aria-invalid={isWrong}
        autoComplete="off"
        spellCheck={false}
        placeholder={example && `such as ${example}`}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          show(event.target.selectionStart);
        }}
        onClick={(event) => show(event.currentTarget.selectionStart)}
        onBlur={() => {
          show(null);
          if (document.activeElement !== area.current) onChange(tidied(value, fields)); // not for another window
        }}
        onKeyDown={onKeyDown}
      />
      <Completions id={id} items={offered} chosen={chosen} onTake={take} />
    </div>
  );
}
