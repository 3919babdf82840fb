// A workflow's settings: changed together, saved together.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { put } from "../api/client.ts";
import type { BodyOf } from "../api/described.ts";
import type { SettingField, WorkflowMeta, WorkflowSettings } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { problem, toast } from "../ui/Toasts.tsx";

type Values = NonNullable<BodyOf<"put", `/workflows/${string}/settings`>["values"]>;

const SOURCES: Record<SettingField["source"], string | null> = {
  default: null,
  environment: "from the environment",
  database: "set here",
};

export function SettingsForm({ workflow, settings }: { workflow: WorkflowMeta; settings: WorkflowSettings }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Values>({});
  const refusal = useRefusal("operator");
  const isChanged = Object.keys(draft).length > 0;
  const isOwn = settings.fields.some(({ source }) => source === "database");
  const save = async (values: Values) => {
    try {
      client.setQueryData(["settings", workflow.name], await put(`/workflows/${workflow.name}/settings`, { values }));
      setDraft({});
      toast(`${workflow.title}: the settings hold now.`);
    } catch (error) {
      problem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save(draft);
      }}
    >
      <div className="settings-fields">
        {differentFirst(settings.fields).map((field) => (
          <Field
            key={field.name}
            field={field}
            isFixed={refusal !== null}
            value={draft[field.name] ?? field.value}
            onChange={(value) => setDraft(changed(draft, field, value))}
          />
        ))}
      </div>
      <p className="quiet settings-words">{settings.words}</p>
      <div className="settings-actions">
        {refusal && <span className="quiet">{refusal}</span>}
        <button type="submit" className="button primary" disabled={!isChanged || refusal !== null}>
          Save
        </button>
        <button
          type="button"
          className="button"
          disabled={!isOwn || refusal !== null}
          onClick={() => void save(Object.fromEntries(settings.fields.map(({ name }) => [name, null])))}
        >
          Reset to default
        </button>
      </div>
    </form>
  );
}

/** What somebody set is what somebody looks for. */
const differentFirst = (fields: readonly SettingField[]): SettingField[] =>
  fields.toSorted((one, other) => Number(one.source === "default") - Number(other.source === "default"));

/** A value that is again what it was is no change. */
function changed(draft: Values, field: SettingField, value: number | boolean): Values {
  const { [field.name]: _, ...others } = draft;
  return value === field.value ? others : { ...others, [field.name]: value };
}

const printed = (value: unknown): string => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

function Field({
  field,
  isFixed,
  value,
  onChange,
}: {
  field: SettingField;
  isFixed: boolean;
  value: number | boolean;
  onChange: (value: number | boolean) => void;
}) {
  const source = SOURCES[field.source];
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: one of two fields is always in it
    <label className={`settings-field ${source ? "settings-own" : ""}`} title={field.help}>
      <span>
        {field.label}
        {field.unit ? `, ${field.unit}` : ""}
      </span>
      {typeof value === "boolean" ? (
        <input
          type="checkbox"
          checked={value}
          disabled={isFixed}
          onChange={(event) => onChange(event.target.checked)}
        />
      ) : (
        <input
          type="number"
          required
          disabled={isFixed}
          step="any"
          min={field.least ?? undefined}
          max={field.most ?? undefined}
          value={Number.isNaN(value) ? "" : value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
      {source && (
        <small className="quiet">
          {source}; default {printed(field.default)}
        </small>
      )}
    </label>
  );
}
