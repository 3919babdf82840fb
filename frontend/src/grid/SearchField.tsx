// Words and tokens, completed while they are typed. The rows follow a moment after the last key.

import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { flushSync } from "react-dom";
import type { SearchField as Field, State } from "../api/types.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { shown } from "../text/shown.ts";
import { Completions } from "../ui/Completions.tsx";
import { Icon } from "../ui/Icon.tsx";
import { pinnedIn } from "./pinned.ts";
import { type Completion, completed, completions, statesIn, unfinished } from "./tokens.ts";
import { useLeaving, useTyped } from "./useTyped.ts";

interface SearchFieldProps {
  value: string;
  fields: readonly Field[];
  seen: Readonly<Record<string, readonly string[]>>;
  problem: string | null;
  /** Whether the rows for what is asked are there; until then nobody knows if it is refused. */
  isAnswered: boolean;
  input: RefObject<HTMLInputElement | null>;
  onSearch: (text: string, states: State[]) => void;
  /** Backspace where nothing is written. */
  onBackspace: () => void;
}

export function SearchField({
  value,
  fields,
  seen,
  problem,
  isAnswered,
  input,
  onSearch,
  onBackspace,
}: SearchFieldProps) {
  const id = useId();
  const { print } = useKeyMap();
  const search = (typed: string, half = "") => {
    const { states, rest } = statesIn(typed.slice(0, typed.length - half.length));
    const { rest: words } = pinnedIn(rest);
    if (states.length > 0 || words !== rest) setText(words && half ? `${words} ${half}` : words + half);
    onSearch(rest, states);
    return words;
  };
  const [text, setText] = useTyped(value, (typed) => search(typed, unfinished(typed, fields, seen)));
  const [caret, setCaret] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  // A refusal is of what was searched for, not of what is being typed instead.
  const half = text === value ? "" : unfinished(text, fields, seen);
  const refused = text.slice(0, text.length - half.length).trim() === value.trim() ? problem : null;
  const offered = caret === null ? [] : completions(text, caret, fields, seen);
  const chosen = Math.min(at, offered.length - 1);
  const leaveWhenAnswered = useLeaving(input, value, isAnswered, problem !== null);
  const take = (completion: Completion) => {
    const next = completed(text, completion);
    // At once: whoever types on must not find the caret moved under the next letter.
    flushSync(() => {
      setText(next.text);
      setAt(-1);
      setCaret(completion.goesOn ? next.caret : null);
    });
    input.current?.setSelectionRange(next.caret, next.caret);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const pick = offered[chosen];
    // Whoever goes on with Tab takes what is offered first; Enter searches for what is written.
    const first = offered[Math.max(chosen, 0)];
    if (step !== undefined && offered.length > 0) setAt((chosen + step + offered.length) % offered.length);
    else if (event.key === "Enter" && pick) take(pick);
    else if (event.key === "Tab" && !event.shiftKey && first && text !== "") take(first);
    else if (event.key === "Enter") {
      search(text);
      setCaret(null);
      leaveWhenAnswered(text);
    } else if (event.key === "Backspace" && text === "") onBackspace();
    else if (event.key === "Escape" && pick && text !== "") setCaret(null);
    else if (event.key === "Escape") event.currentTarget.blur();
    else return;
    event.preventDefault();
  };
  return (
    <div className="grid-search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label="Search"
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={offered[chosen] ? `${id}-${chosen}` : undefined}
        aria-invalid={refused !== null}
        aria-describedby={refused ? `${id}-problem` : half ? `${id}-half` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search…"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setCaret(event.target.selectionStart ?? event.target.value.length);
          setAt(-1);
        }}
        onFocus={(event) => event.target.value === "" && setCaret(0)}
        onBlur={() => {
          setCaret(null);
          if (text !== value) search(text);
        }}
        onKeyDown={onKeyDown}
      />
      {text === "" && <kbd aria-hidden="true">{print("search")}</kbd>}
      <div className="grid-search-below">
        <Completions
          id={id}
          items={offered.map((each) => ({ ...each, hint: each.goesOn ? `${each.label} · ${each.hint}` : each.hint }))}
          chosen={chosen}
          onTake={take}
        />
        {half && (
          <p id={`${id}-half`} className="grid-search-note quiet foreign">
            Not searched for yet: {shown(half, 60)}
          </p>
        )}
        {refused && (
          <p id={`${id}-problem`} className="grid-search-note problem" role="alert">
            {shown(refused, 2000)}
          </p>
        )}
      </div>
    </div>
  );
}
