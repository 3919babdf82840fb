// A person's own keys, with a check that none means two things.

import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { savePrefs, usePrefs } from "../api/queries.ts";
import { ACTIONS, type ActionName, collisions, keyMap, printed, written } from "../keys/keymap.ts";
import { keysOf } from "../text/keysOf.ts";

const HELD = ["Shift", "Control", "Alt", "Meta"];

export function Keys() {
  const client = useQueryClient();
  const prefs = usePrefs();
  const [recording, setRecording] = useState<ActionName | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  if (!prefs) return null;
  const map = keyMap(prefs.keys);
  const record = (event: KeyboardEvent, name: ActionName) => {
    if (recording !== name || HELD.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    setRecording(null);
    if (event.key === "Escape") return;
    const key = written(event.nativeEvent);
    const [taken] = collisions(keyMap({ ...prefs.keys, [name]: key })).filter(
      (pair) => pair.includes(name) && pair[2] === key,
    );
    const other = taken && (taken[0] === name ? taken[1] : taken[0]);
    setTrouble(other ? `${printed(key)} already means "${ACTIONS[other].words}"; give that another key first.` : null);
    if (!other) void savePrefs(client, { keys: { ...prefs.keys, [name]: key } });
  };
  return (
    <section className="card" aria-label="Keys">
      <label className="settings-check">
        <input
          type="checkbox"
          checked={prefs.single_keys}
          onChange={(event) => void savePrefs(client, { single_keys: event.target.checked })}
        />
        Single-letter keys work whenever no text field has the focus
      </label>
      {trouble && (
        <p className="problem" role="alert">
          {trouble}
        </p>
      )}
      <table className="table stack keys-table">
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Where</th>
            <th scope="col">Key</th>
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keysOf(ACTIONS).map((name) => (
            <tr key={name}>
              <th scope="row">{ACTIONS[name].words}</th>
              <td className="quiet">{ACTIONS[name].place}</td>
              <td>
                {map[name].map((key) => (
                  <kbd key={key}>{printed(key)}</kbd>
                ))}
              </td>
              <td className="settings-actions">
                <button
                  type="button"
                  className="button"
                  aria-label={`Change the key of ${ACTIONS[name].words}`}
                  aria-pressed={recording === name}
                  onClick={() => setRecording(name)}
                  onKeyDown={(event) => record(event, name)}
                  onBlur={() => setRecording(null)}
                >
                  {recording === name ? "Press a key…" : "Change"}
                </button>
                {prefs.keys[name] && (
                  <button
                    type="button"
                    className="button"
                    onClick={() => {
                      const { [name]: _, ...keys } = prefs.keys;
                      void savePrefs(client, { keys });
                    }}
                  >
                    Default
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
