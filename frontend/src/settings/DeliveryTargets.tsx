// Where contacts are handed over to, and whether they would arrive. Keys and whole addresses stay on the server.
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { get, post } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { DeliveryTargetItem } from "../api/schema.ts";
import { NestedEntries } from "../detail/RowData.tsx";
import { isAdministrator } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { linkTo } from "../text/url.ts";
import { Answer } from "../ui/Answer.tsx";
import { Notice } from "../ui/Notice.tsx";
import { TARGETS, TakeDown, TargetSetup } from "./TargetSetup.tsx";

export function DeliveryTargets() {
  const isAdmin = isAdministrator(useMeta().user.role);
  const targets = useQuery({
    queryKey: ["delivery-targets"],
    queryFn: ({ signal }) => get("/delivery-targets", {}, signal),
    enabled: isAdmin,
  });
  if (!isAdmin) return <Notice title="Only an administrator sees where contacts go." />;
  return (
    <Answer query={targets} what="the targets">
      {({ items, left_out, forms }) => (
        <div className="settings-list">
          {items.length === 0 && (
            <Notice title="No target is set up.">
              Set one up below. Whoever runs the installation can also set some for everybody, such as a folder; the
              help says how (Deliver contacts).
            </Notice>
          )}
          {items.map((target) => (
            <Target key={target.name} target={target} />
          ))}
          {Object.entries(left_out).map(([name, why]) => (
            <p key={name} className="problem foreign">
              {shown(name, 80)}: {shown(why, 300)}
            </p>
          ))}
          <TargetSetup forms={forms} own={items.filter(({ is_own }) => is_own).map(({ name }) => name)} />
        </div>
      )}
    </Answer>
  );
}

function Target({ target }: { target: DeliveryTargetItem }) {
  const { name, destination, is_own, changed_by, trouble } = target;
  return (
    <section className="card" aria-label={name}>
      <h2>{shown(TARGETS[name] ?? name, 80)}</h2>
      {trouble ? (
        <p className="problem" role="alert">
          {shown(trouble, 400)}
        </p>
      ) : (
        <p className="quiet foreign">
          Contacts go to {shown(destination, 200)} when you press Send in{" "}
          <Link href={linkTo("contact-delivery", { status: "New" })}>Contacts</Link>.{" "}
          {is_own
            ? `Set up here by ${shown(changed_by ?? "", 80)}.`
            : "Set for everybody by whoever runs the installation."}
        </p>
      )}
      {!trouble && <Trial name={name} />}
      {is_own && <TakeDown name={name} />}
    </section>
  );
}

function Trial({ name }: { name: string }) {
  const [email, setEmail] = useState("");
  const trial = useMutation({ mutationFn: () => post(`/delivery-targets/${name}/trial`, { email: email.trim() }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    trial.mutate();
  };
  const said = trial.data;
  return (
    <>
      <form className="target-trial" onSubmit={submit}>
        <label className="settings-field">
          <span>Try it with a made-up contact of the address</span>
          <input
            type="email"
            required
            value={email}
            placeholder="test@your-company.example"
            onChange={(event) => setEmail(event.target.value)}
          />
          <small className="quiet">It is sent for real. Trying the same address again makes no second contact.</small>
        </label>
        <button type="submit" className="button" disabled={trial.isPending}>
          {trial.isPending ? "Handing over…" : "Test"}
        </button>
      </form>
      {said && (
        <p role="status" className={said.arrived ? "foreign" : "foreign problem"}>
          {said.arrived ? "It arrived: " : "It did not arrive: "}
          {shown(said.words, 400)}
        </p>
      )}
      {said?.arrived && (
        <details className="raw" open>
          <summary>What it got</summary>
          <NestedEntries value={said.told} />
        </details>
      )}
      {trial.error && (
        <p className="problem" role="alert">
          {inWords(trial.error)}
        </p>
      )}
    </>
  );
}
