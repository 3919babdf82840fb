// Everything by name: places, views, switches, and any row by its id, host, address or name.

import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { shown } from "../text/shown.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { StateMark } from "../ui/State.tsx";
import { type Command, matching, useCommands, useFound, useRemember } from "./commands.ts";
import "./palette.css";

export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const commands = useCommands();
  const found = useFound(text);
  const listed = useMemo(() => [...matching(commands, text), ...found].slice(0, 60), [commands, text, found]);
  const at = Math.min(chosen, Math.max(0, listed.length - 1));
  const remember = useRemember();
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    remember(command.id);
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((at + step + listed.length) % Math.max(1, listed.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(listed[at]);
    } else if (event.key === "Escape") {
      // The browser's own would only empty the field.
      event.preventDefault();
      onClose();
    }
  };
  return (
    <Dialog title="Commands" onClose={onClose} wide className="palette">
      <input
        className="palette-input"
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={listed[at] ? `${id}-${at}` : undefined}
        aria-label="Type a command, an id, a host or an address"
        placeholder="Type a command, an id, a host or an address"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Commands" className="palette-list">
        {listed.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(command)}
          >
            <span className="palette-words">{shown(command.words, 120)}</span>
            {command.state && <StateMark state={command.state} />}
            {command.hint && <span className="quiet">{shown(command.hint, 80)}</span>}
          </li>
        ))}
      </ul>
      {listed.length === 0 && <p className="quiet">Nothing by that name.</p>}
    </Dialog>
  );
}
