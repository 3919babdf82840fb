// A target of the tenant's own. What was typed goes to the server and is never shown again.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { put, remove } from "../api/client.ts";
import type { TargetFieldItem, TargetFormItem } from "../api/schema.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { toast } from "../ui/Toasts.tsx";

const WORDS: Record<string, string> = { webhook: "A webhook of yours", rest: "Any service that takes JSON" };

export function TargetSetup({ forms, own }: { forms: TargetFormItem[]; own: string[] }) {
  const [chosen, setChosen] = useState(forms[0]?.name ?? "");
  const form = forms.find(({ name }) => name === chosen);
  return (
    <section className="card" aria-label="Set up a target">
      <h2>Set up a target</h2>
      <label className="settings-field">
        <span>Where contacts go</span>
        <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {forms.map(({ name }) => (
            <option key={name} value={name}>
              {WORDS[name] ?? name}
            </option>
          ))}
        </select>
      </label>
      {form && <SetupForm key={form.name} form={form} isThere={own.includes(form.name)} />}
    </section>
  );
}

function SetupForm({ form, isThere }: { form: TargetFormItem; isThere: boolean }) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (values: Record<string, string>) => put(`/delivery-targets/${form.name}`, { values }),
    onSuccess: async ({ destination }) => {
      toast(`Contacts go to ${shown(destination, 200)} now.`);
      await client.invalidateQueries({ queryKey: ["delivery-targets"] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const);
    saving.mutate(Object.fromEntries(typed.filter(([, value]) => value !== "")));
    event.currentTarget.reset();
  };
  return (
    <form onSubmit={submit}>
      <div className="settings-fields">
        {form.fields.map((field) => (
          <TargetField key={field.name} field={field} isThere={isThere} />
        ))}
      </div>
      <div className="settings-actions">
        <button type="submit" className="button primary" disabled={saving.isPending}>
          {isThere ? "Change" : "Set up"}
        </button>
      </div>
      {saving.error && (
        <p className="problem" role="alert">
          {inWords(saving.error)}
        </p>
      )}
    </form>
  );
}

function TargetField({ field, isThere }: { field: TargetFieldItem; isThere: boolean }) {
  const label = field.name.replaceAll("_", " ");
  return (
    <label className="settings-field">
      <span>{label}</span>
      <input
        name={field.name}
        type={field.is_secret ? "password" : "text"}
        autoComplete="off"
        required={field.is_required && !isThere}
        placeholder={isThere ? "as it is" : ""}
      />
      <small className="quiet">{field.help}</small>
    </label>
  );
}

export function TakeDown({ name }: { name: string }) {
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: () => remove(`/delivery-targets/${name}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ["delivery-targets"] }),
  });
  return (
    <>
      <button type="button" className="button" disabled={removing.isPending} onClick={() => removing.mutate()}>
        No longer use it
      </button>
      {removing.error && (
        <p className="problem" role="alert">
          {inWords(removing.error)}
        </p>
      )}
    </>
  );
}
