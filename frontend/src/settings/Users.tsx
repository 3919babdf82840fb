import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { PasswordLink } from "../account/PasswordLink.tsx";
import { SessionsOf } from "../account/Sessions.tsx";
import { get, patch } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { UserItem } from "../api/types.ts";
import { isAdministrator } from "../shell/refusal.ts";
import { keysOf } from "../text/keysOf.ts";
import { shown } from "../text/shown.ts";
import { Answer } from "../ui/Answer.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Moment } from "../ui/Moment.tsx";
import { Notice } from "../ui/Notice.tsx";
import { problem } from "../ui/Toasts.tsx";
import { NewUser, ROLES, roleNamed } from "./NewUser.tsx";

export function Users() {
  const { user } = useMeta();
  const isAdmin = isAdministrator(user.role);
  const users = useQuery({
    queryKey: ["users"],
    queryFn: ({ signal }) => get("/users", {}, signal),
    enabled: isAdmin,
  });
  if (!isAdmin) return <Notice title="Only an administrator sees who has an account." />;
  return (
    <div className="settings-list">
      <section className="card" aria-label="Accounts">
        <Answer query={users} what="the accounts">
          {(all) => <UserTable users={all} me={user.id} />}
        </Answer>
      </section>
      <NewUser />
      <p>
        <Link href="/audit">Audit: who did what</Link>
      </p>
    </div>
  );
}

function UserTable({ users, me }: { users: readonly UserItem[]; me: string }) {
  return (
    <table className="table stack">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Made</th>
          <th scope="col">May sign in</th>
          <th scope="col">May export</th>
          <th scope="col">Password</th>
          <th scope="col">Signed in</th>
        </tr>
      </thead>
      <tbody>
        {users.map((each) => (
          <UserRow key={each.id} user={each} isMe={each.id === me} />
        ))}
      </tbody>
    </table>
  );
}

function UserRow({ user, isMe }: { user: UserItem; isMe: boolean }) {
  const client = useQueryClient();
  const [looking, setLooking] = useState(false);
  const change = async (what: Partial<Pick<UserItem, "role" | "disabled" | "may_export">>) => {
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
          onChange={(event) => void change({ role: roleNamed(event.target.value) })}
        >
          {keysOf(ROLES).map((role) => (
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
        <label>
          <input
            type="checkbox"
            aria-label={`${user.name} may sign in`}
            checked={!user.disabled}
            disabled={isMe}
            onChange={(event) => void change({ disabled: !event.target.checked })}
          />
          <span className="stack-words"> May sign in</span>
        </label>
      </td>
      <td>
        <label>
          <input
            type="checkbox"
            aria-label={`${user.name} may export`}
            checked={user.may_export || user.role !== "viewer"}
            disabled={user.role !== "viewer"}
            title={user.role === "viewer" ? undefined : "Curators and administrators may"}
            onChange={(event) => void change({ may_export: event.target.checked })}
          />
          <span className="stack-words"> May export</span>
        </label>
      </td>
      <td>
        <PasswordLink user={user} />
      </td>
      <td>
        <button type="button" className="button" onClick={() => setLooking(true)}>
          Sessions
        </button>
        {looking && (
          <Dialog title={`Where ${shown(user.name)} is signed in`} onClose={() => setLooking(false)} wide>
            <SessionsOf user={user} />
          </Dialog>
        )}
      </td>
    </tr>
  );
}
