// Behind the link that an administrator handed over: a password of one's own. What stands after # is sent once, in the body.
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { post } from "../api/client.ts";
import { inWords } from "../text/trouble.ts";
import { NewPassword, newPasswordIn } from "./NewPassword.tsx";
import "../shell/sign-in.css";

export default function ResetCard() {
  const [token] = useState(() => location.hash.slice(1));
  const reset = useMutation({
    mutationFn: (password: string) => post("/auth/reset", { token, password }),
    // The link is spent; the address bar need not keep it.
    onSuccess: () => history.replaceState(null, "", "/reset"),
  });
  const [trouble, setTrouble] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = newPasswordIn(event.currentTarget);
    setTrouble(password === null ? "The two are not the same." : null);
    if (password !== null) reset.mutate(password);
  };
  const said = trouble ?? (reset.error && inWords(reset.error));
  return (
    <main className="center sign-in">
      <div className="card">
        <p className="brand">
          <img src="/static/mark.svg" alt="" width="28" height="28" />
          ScraperSky
        </p>
        <h1>{reset.isSuccess ? "The password is set" : "Set your password"}</h1>
        {reset.isSuccess && (
          <>
            <p>Sessions that were open have ended.</p>
            <a className="button primary" href="/">
              Sign in
            </a>
          </>
        )}
        {!reset.isSuccess && token === "" && (
          <p className="problem">This address is not whole. Copy the link again, to its very end.</p>
        )}
        {!reset.isSuccess && token !== "" && (
          <form className="form" onSubmit={submit}>
            <NewPassword />
            {said && (
              <p className="problem" role="alert">
                {said}
              </p>
            )}
            <button type="submit" className="button primary" disabled={reset.isPending}>
              Set the password
            </button>
          </form>
        )}
      </div>
    </main>
  );
}
