// What a batch did and whether it can still be taken back.
import type { Job, SettingChange, State } from "../api/types.ts";
import { rowsOf } from "../importing/subjects.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";

const LIKE: Readonly<Record<string, State>> = {
  running: "Processing",
  undoing: "Processing",
  done: "Complete",
  cancelled: "Skipped",
  failed: "Error",
  undone: "New",
  "partly undone": "New",
};

export const likeOf = (state: string): State => LIKE[state] ?? "Queued";

/** What was done together with a decision goes back too, even where no row was there to decide about. */
export const isUndoable = ({ state, undone_at, is_past_undo, done, what }: Job): boolean =>
  !undone_at && !is_past_undo && (done > 0 || Boolean(what)) && state !== "running" && state !== "undoing";

/** What these rows are now is a later decision's, whether the same person's or another's. */
function anewWords({ decided_anew, decided_anew_by = [], done }: Job): string {
  const all = done === 1 ? "it was" : `all ${number(done)} were`;
  const rows = decided_anew >= done ? all : `${number(decided_anew)} of ${number(done)} were`;
  return `${rows} decided anew by ${shown(decided_anew_by.join(" and "), 100)}`;
}

export function stateWords(job: Job): string {
  const { state, restored, done, total, is_past_undo, undone_at, decided_anew } = job;
  if (state === "partly undone" && !restored)
    return `Not undone: ${done === 1 ? "it was" : `all ${number(done)} were`} worked on or decided anew before`;
  if (decided_anew > 0 && !undone_at) return `${capital(state)}; ${capital(anewWords(job))}`;
  if (is_past_undo) return `${capital(state)}; Worked on since: nothing to take back`;
  if (state === "partly undone") return `Partly undone: ${number(restored ?? 0)} of ${number(done)}`;
  if ((state === "cancelled" || state === "failed") && done < total)
    return `${capital(state)} after ${number(done)} of ${number(total)}`;
  return capital(state);
}

const VERBS: Readonly<Record<string, string>> = { Queued: "Queued", Skipped: "Skipped", New: "Reset to New" };

/** `table` is the workflow's: what a file brought is called by what it is. */
export function didWords({ status, total, what }: Job, table?: string): string {
  if (!what) return `${VERBS[status] ?? `Set to ${status}`}: ${plural(total, "row")}`;
  const [one, many] = rowsOf(what.startsWith(MADE) ? table : undefined);
  const rows = what.startsWith(MADE) ? plural(total, `new ${one}`, `new ${many}`) : plural(total, one, many);
  return `${capital(shown(what, 200))}: ${rows}`;
}
const MADE = "imported from ";

/** A setting's value as the log has it: JSON, and nothing for the default. */
export function settingWords(value: string | null): string {
  if (value === null) return "default";
  return { true: "yes", false: "no" }[value] ?? shown(value, 100);
}

export function settingTitle({ field, after }: Pick<SettingChange, "field" | "after">): string {
  if (field === "paused") return after === "true" ? "Paused" : "Resumed";
  return `Setting: ${shown(capital(field.replaceAll("_", " ")), 80)}`;
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
