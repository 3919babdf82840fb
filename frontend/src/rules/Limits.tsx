// How many rows a rule takes of each group, which of them, and what it waits for before it chooses.
import type { Rules, WorkflowMeta, WrittenRule } from "../api/types.ts";
import { ORDERED } from "./conditions.ts";

interface LimitsProps {
  rules: Rules;
  workflow: WorkflowMeta;
  workflows: readonly WorkflowMeta[];
  draft: WrittenRule;
  set: (change: Partial<WrittenRule>) => void;
}

const lines = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

export function Limits({ rules, workflow, workflows, draft, set }: LimitsProps) {
  const own = (rules.fields[workflow.name] ?? []).filter(({ name }) => !name.includes("."));
  const waits = draft.per === null ? [] : (rules.waits[draft.per] ?? []);
  return (
    <>
      <label>
        At most so many rows
        <input
          type="number"
          min={1}
          value={draft.at_most ?? ""}
          onChange={(event) => set({ at_most: event.target.value ? Number(event.target.value) : null })}
        />
      </label>
      <label>
        of each
        <select value={draft.per ?? ""} onChange={(event) => set({ per: event.target.value || null, after: [] })}>
          <option value="">—</option>
          {rules.groups[workflow.name]?.map((name) => (
            <option key={name} value={name}>
              {name.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      </label>
      <label className="rule-wide">
        Which of them first? One per line: a field, “-” before it for the highest first, or a condition
        <textarea
          rows={2}
          value={draft.first.join("\n")}
          spellCheck={false}
          placeholder={own[0] && `-${(own.find(({ kind }) => ORDERED.has(kind)) ?? own[0]).name}`}
          onChange={(event) => set({ first: event.target.value.split("\n") })}
          onBlur={(event) => set({ first: lines(event.target.value) })}
        />
      </label>
      {[...Object.entries(draft.enough), ["", null] as const].map(([name, most]) => (
        <Enough
          key={name}
          name={name}
          most={most}
          fields={own
            .map((field) => field.name)
            .filter((field) => field === name || !Object.hasOwn(draft.enough, field))}
          onChange={(chosen, count) => set({ enough: withEnough(draft.enough, name, chosen, count) })}
        />
      ))}
      {waits.length > 0 && (
        <fieldset className="rule-wide rule-waits">
          <legend>
            Wait until these stages have finished with the {draft.per?.replaceAll("_", " ")}, to choose among all its
            rows
          </legend>
          {workflows
            .filter(({ name }) => waits.includes(name))
            .map(({ name, title }) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={draft.after.includes(name)}
                  onChange={(event) =>
                    set({
                      after: event.target.checked
                        ? [...draft.after, name]
                        : draft.after.filter((other) => other !== name),
                    })
                  }
                />
                {title}
              </label>
            ))}
        </fieldset>
      )}
    </>
  );
}

/** A field in the place of another, or none: then so many of one sort are never enough. */
export function withEnough(
  enough: Readonly<Record<string, number>>,
  before: string,
  name: string,
  most: number,
): Record<string, number> {
  const others = Object.entries(enough).filter(([other]) => other !== before && other !== name);
  return Object.fromEntries(name === "" ? others : [...others, [name, most]]);
}

interface EnoughProps {
  name: string;
  most: number | null;
  fields: readonly string[];
  onChange: (name: string, most: number) => void;
}

function Enough({ name, most, fields, onChange }: EnoughProps) {
  return (
    <div className="rule-wide rule-enough">
      <label>
        {name ? "After" : "Not all alike: let others go first once enough have the same"}
        <select value={name} onChange={(event) => onChange(event.target.value, most ?? 1)}>
          <option value="">—</option>
          {fields.map((field) => (
            <option key={field} value={field}>
              {field.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      </label>
      {name && (
        <label>
          so many of one
          <input
            type="number"
            min={1}
            value={most ?? 1}
            onChange={(event) => onChange(name, Math.max(1, Number(event.target.value)))}
          />
        </label>
      )}
    </div>
  );
}
