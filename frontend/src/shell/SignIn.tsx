// The card at the door: signing in, the first account, and signing in again without losing what is on the page.
import { type FormEvent, useId, useState } from "react";
import { ApiError, post } from "../api/client.ts";
import { Dialog } from "../ui/Dialog.tsx";
import "./sign-in.css";

export function SignInCard({ isFirst, onDone }: { isFirst: boolean; onDone: () => Promise<void> }) {
  return (
    <main className="center sign-in">
      <div className="card">
        <p className="brand">
          <img src="/static/mark.svg" alt="" width="28" height="28" />
          ScraperSky
        </p>
        <h1>{isFirst ? "Create the first account" : "Sign in"}</h1>
        {isFirst && <p className="quiet">The server printed a one-time code on its terminal when it started.</p>}
        <SignInForm isFirst={isFirst} onDone={onDone} />
      </div>
    </main>
  );
}

export function SignInDialog({ name, onDone }: { name: string; onDone: () => Promise<void> }) {
  return (
    <Dialog title="Sign in again" onClose={() => undefined} firm>
      <p className="quiet">Your session has ended. Nothing on the page is lost.</p>
      <SignInForm isFirst={false} name={name} onDone={onDone} />
    </Dialog>
  );
}

function SignInForm({ isFirst, name = "", onDone }: { isFirst: boolean; name?: string; onDone: () => Promise<void> }) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = { name: String(form.get("name")), password: String(form.get("password")) };
    setBusy(true);
    try {
      if (isFirst) await post("/auth/setup", { ...given, code: String(form.get("code")) });
      else await post("/auth/login", given);
      await onDone();
    } catch (error) {
      setTrouble(inWords(error));
      setBusy(false);
    }
  };
  return (
    <form
      className="form"
      onSubmit={(event) => void submit(event)}
      aria-describedby={trouble ? `${id}-trouble` : undefined}
    >
      {isFirst && (
        <label>
          One-time code
          <input name="code" required autoComplete="one-time-code" autoFocus />
        </label>
      )}
      <label>
        User name
        <input
          name="name"
          required
          autoComplete="username"
          defaultValue={name}
          readOnly={Boolean(name)}
          autoFocus={!isFirst && !name}
        />
      </label>
      <label>
        Password
        <input
          name="password"
          type="password"
          required
          autoComplete={isFirst ? "new-password" : "current-password"}
          autoFocus={Boolean(name)}
        />
      </label>
      {trouble && (
        <p id={`${id}-trouble`} className="problem" role="alert">
          {trouble}
        </p>
      )}
      <button type="submit" className="button primary" disabled={busy}>
        {isFirst ? "Create account" : "Sign in"}
      </button>
    </form>
  );
}

function inWords(error: unknown): string {
  if (error instanceof ApiError && error.retryAfter) return `${error.message} (${error.retryAfter} s to wait)`;
  return error instanceof Error ? error.message : String(error);
}
