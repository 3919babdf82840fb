import { useQueryClient } from "@tanstack/react-query";
import { savePrefs, useMeta, usePrefs } from "../api/queries.ts";
import type { Prefs } from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";
import { Notifications } from "./Notifications.tsx";

const THEMES: Record<Prefs["theme"], string> = { system: "As the system", light: "Light", dark: "Dark" };

export function Look() {
  const client = useQueryClient();
  const prefs = usePrefs();
  const { undo_seconds } = useMeta();
  if (!prefs) return null;
  return (
    <section className="card settings-look" aria-label="Look">
      <fieldset>
        <legend>Theme</legend>
        {keysOf(THEMES).map((theme) => (
          <label key={theme}>
            <input
              type="radio"
              name="theme"
              checked={prefs.theme === theme}
              onChange={() => void savePrefs(client, { theme })}
            />
            {THEMES[theme]}
          </label>
        ))}
      </fieldset>
      <label className="settings-field">
        <span>Workers wait before they take what you queue, seconds</span>
        <input
          type="number"
          min={0}
          max={3600}
          value={prefs.undo_seconds}
          onChange={(event) => void savePrefs(client, { undo_seconds: Math.max(0, event.target.valueAsNumber || 0) })}
        />
        <small className="quiet">So long a decision can be undone whole; usually {undo_seconds}.</small>
      </label>
      <Notifications />
    </section>
  );
}
