// An account for somebody new.
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { post } from "../api/client.ts";
import type { Role } from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";
import { toast } from "../ui/Toasts.tsx";

export const ROLES: Record<Role, string> = {
  viewer: "Viewer: sees",
  curator: "Curator: decides",
  admin: "Administrator: decides, pauses, sets",
  operator: "Operator: also sets what holds for all tenants",
};

export const roleNamed = (name: unknown): Role => keysOf(ROLES).find((each) => each === name) ?? "viewer";

const newUser = (given: FormData) => ({
  name: String(given.get("name")),
  password: String(given.get("password")),
  role: roleNamed(given.get("role")),
});

export function NewUser() {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      const made = await post("/users", newUser(new FormData(form)));
      form.reset();
      setTrouble(null);
      toast(`${made.name} has an account now.`);
      await client.invalidateQueries({ queryKey: ["users"] });
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section className="card" aria-labelledby="new-user">
      <h2 id="new-user">New account</h2>
      <form className="settings-fields" onSubmit={(event) => void submit(event)}>
        <label className="settings-field">
          <span>User name</span>
          <input name="name" required autoComplete="off" />
        </label>
        <label className="settings-field">
          <span>Password</span>
          <input name="password" type="password" required autoComplete="new-password" />
        </label>
        <label className="settings-field">
          <span>Role</span>
          <select name="role" defaultValue="curator">
            {keysOf(ROLES)
              .filter((role) => role !== "operator")
              .map((role) => (
                <option key={role} value={role}>
                  {ROLES[role]}
                </option>
              ))}
          </select>
        </label>
        <button type="submit" className="button primary">
          Create account
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
