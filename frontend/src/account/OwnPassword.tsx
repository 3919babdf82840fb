import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { put } from "../api/client.ts";
import { inWords } from "../text/trouble.ts";
import { toast } from "../ui/Toasts.tsx";
import { NewPassword, newPasswordIn } from "./NewPassword.tsx";

export function OwnPassword() {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<string | null>(null);
  const change = useMutation({
    mutationFn: (wish: { current: string; new: string }) => put("/auth/password", wish),
    onSuccess: () => {
      toast("Your password is changed. Wherever else you were signed in, you are not any more.");
      void client.invalidateQueries({ queryKey: ["sessions"] });
    },
    onError: (error) => setTrouble(inWords(error)),
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const wanted = newPasswordIn(form);
    setTrouble(wanted === null ? "The two new ones are not the same." : null);
    if (wanted === null) return;
    await change.mutateAsync({ current: String(new FormData(form).get("current")), new: wanted }).then(
      () => form.reset(),
      () => undefined,
    );
  };
  return (
    <section className="card" aria-labelledby="own-password">
      <h2 id="own-password">Password</h2>
      <form className="account-form" onSubmit={(event) => void submit(event)}>
        <label>
          Password now
          <input name="current" type="password" required autoComplete="current-password" />
        </label>
        <NewPassword />
        <button type="submit" className="button primary" disabled={change.isPending}>
          Change password
        </button>
      </form>
      {trouble && (
        <p className="problem" role="alert">
          {trouble}
        </p>
      )}
    </section>
  );
}
