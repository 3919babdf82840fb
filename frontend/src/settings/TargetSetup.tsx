// A target of the tenant's own. What was typed goes to the server and is never shown again.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { put, remove } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { TargetFieldItem, TargetFormItem } from "../api/schema.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { linkTo, useGo } from "../text/url.ts";
import { Copy } from "../ui/Copy.tsx";
import { toast } from "../ui/Toasts.tsx";

export const TARGETS: Readonly<Record<string, string>> = {
  webhook: "A webhook of yours",
  hubspot: "HubSpot",
  brevo: "Brevo",
  rest: "Any service that takes JSON",
};

export function TargetSetup({ forms, own }: { forms: TargetFormItem[]; own: string[] }) {
  const [chosen, setChosen] = useState(forms[0]?.name ?? "");
  const form = forms.find(({ name }) => name === chosen);
  return (
    <section className="card" aria-label="Set up a target">
      <h2>{own.length > 0 ? "Change it, or set up another" : "Set up a target"}</h2>
      <label className="settings-field">
        <span>Where contacts go</span>
        <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {forms.map(({ name }) => (
            <option key={name} value={name}>
              {TARGETS[name] ?? name}
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
  const go = useGo();
  const [saved, setSaved] = useState(0);
  const saving = useMutation({
    mutationFn: (values: Record<string, string>) => put(`/delivery-targets/${form.name}`, { values }),
    onSuccess: async ({ destination }) => {
      setSaved(saved + 1);
      toast(
        `Contacts go to ${shown(destination, 200)} now. Contacts that were only checked so far are not sent by this.`,
        {
          seconds: 30,
          action: { label: "See them", run: () => go(linkTo("contact-delivery", { q: "outcome:verified_only" })) },
        },
      );
      for (const key of ["delivery-targets", "meta"]) await client.invalidateQueries({ queryKey: [key] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const);
    saving.mutate(Object.fromEntries(typed.filter(([, value]) => value !== "")));
  };
  return (
    <form onSubmit={submit}>
      <div className="settings-fields target-fields">
        {form.fields.map((field) => (
          <TargetField key={`${field.name} ${saved}`} field={field} isThere={isThere} />
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
  const { simulated } = useMeta();
  const [value, setValue] = useState("");
  const [isMade, setMade] = useState(false);
  const words = field.name.replaceAll("_", " ").replace(/\b(url|api|id)\b/g, (short) => short.toUpperCase());
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  const make = () => {
    setValue(newSecret());
    setMade(true);
  };
  const isNeeded = field.is_required && !isThere;
  const isSigning = field.name === "webhook_secret";
  return (
    <div className="settings-field">
      <label htmlFor={field.name}>
        {label} {isNeeded && <span className="quiet">(required)</span>}
      </label>
      {isSigning && (
        <button type="button" className="link-button target-secret" onClick={make}>
          Make a secret
        </button>
      )}
      <input
        id={field.name}
        name={field.name}
        type={field.is_secret && !isMade ? "password" : "text"}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        autoComplete="off"
        required={isNeeded}
        placeholder={isThere ? "as it is" : simulated && field.name.endsWith("_url") ? "https://hooks.example/" : ""}
      />
      <small className="quiet">{field.help}</small>
      {isMade && (
        <small role="status" className="target-made">
          <Copy text={value} what="the secret" />{" "}
          <strong>Copy it now: once it is set up, it is not shown again.</strong> Whoever receives the contacts needs
          it.
        </small>
      )}
    </div>
  );
}

const BYTES_OF_SECRET = 32;

const newSecret = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES_OF_SECRET))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

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
