import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { get, patch, post } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { Role, UserItem } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { Moment } from "../ui/Moment.tsx";
import { Notice } from "../ui/Notice.tsx";
import { problem, toast } from "../ui/Toasts.tsx";

const ROLES: Record<Role, string> = {
  viewer: "Viewer: sees",
  curator: "Curator: decides",
  admin: "Administrator: decides, pauses, sets",
};

export function Users() {
  const { user } = useMeta();
  const isAdmin = user.role === "admin";
  const { data, error } = useQuery({
    queryKey: ["users"],
    queryFn: ({ signal }) => get<UserItem[]>("/users", {}, signal),
    enabled: isAdmin,
  });
  if (!isAdmin) return <Notice title="Only an administrator sees who has an account." />;
  if (error) return <Notice title={error.message} />;
  return (
    <div className="settings-list">
      <section className="card" aria-label="Accounts">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              <th scope="col">Made</th>
              <th scope="col">May sign in</th>
            </tr>
          </thead>
          <tbody>
            {data?.map((each) => (
              <UserRow key={each.id} user={each} isMe={each.id === user.id} />
            ))}
          </tbody>
        </table>
      </section>
      <NewUser />
    </div>
  );
}

function UserRow({ user, isMe }: { user: UserItem; isMe: boolean }) {
  const client = useQueryClient();
  const change = async (what: Partial<Pick<UserItem, "role" | "disabled">>) => {
    await patch(`/users/${user.id}`, what).catch((error: Error) => problem(error.message));
    await client.invalidateQueries({ queryKey: ["users"] });
  };
  return (
    <tr>
      <th scope="row" className="foreign">
        {shown(user.name)}
        {isMe ? " (you)" : ""}
      </th>
      <td>
        <select
          aria-label={`Role of ${user.name}`}
          value={user.role}
          disabled={isMe}
          onChange={(event) => void change({ role: event.target.value as Role })}
        >
          {(Object.keys(ROLES) as Role[]).map((role) => (
            <option key={role} value={role}>
              {ROLES[role]}
            </option>
          ))}
        </select>
      </td>
      <td>
        <Moment at={user.created_at} />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`${user.name} may sign in`}
          checked={!user.disabled}
          disabled={isMe}
          onChange={(event) => void change({ disabled: !event.target.checked })}
        />
      </td>
    </tr>
  );
}

function NewUser() {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      const made = await post<UserItem>("/users", Object.fromEntries(new FormData(form)));
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
            {(Object.keys(ROLES) as Role[]).map((role) => (
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
