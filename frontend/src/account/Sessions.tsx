import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, remove } from "../api/client.ts";
import type { SignedInSession, UserItem } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { Answer } from "../ui/Answer.tsx";
import { Moment } from "../ui/Moment.tsx";
import { problem } from "../ui/Toasts.tsx";

export function Sessions() {
  const client = useQueryClient();
  const sessions = useQuery({ queryKey: ["sessions"], queryFn: ({ signal }) => get("/auth/sessions", {}, signal) });
  const end = async ({ id }: SignedInSession) => {
    await remove(`/auth/sessions/${id}`).catch((error: unknown) => problem(inWords(error)));
    void client.invalidateQueries({ queryKey: ["sessions"] });
  };
  return (
    <section className="card" aria-labelledby="own-sessions">
      <h2 id="own-sessions">Where you are signed in</h2>
      <Answer query={sessions} what="your sessions">
        {(items) => <SessionTable items={items} onEnd={(each) => void end(each)} />}
      </Answer>
    </section>
  );
}

/** Somebody else's, for their administrator. */
export function SessionsOf({ user }: { user: UserItem }) {
  const client = useQueryClient();
  const key = ["sessions", user.id];
  const sessions = useQuery({ queryKey: key, queryFn: ({ signal }) => get(`/users/${user.id}/sessions`, {}, signal) });
  const end = async ({ id }: SignedInSession) => {
    await remove(`/users/${user.id}/sessions/${id}`).catch((error: unknown) => problem(inWords(error)));
    void client.invalidateQueries({ queryKey: key });
  };
  return (
    <Answer query={sessions} what="the sessions">
      {(items) =>
        items.length === 0 ? (
          <p className="quiet">Signed in nowhere.</p>
        ) : (
          <SessionTable items={items} onEnd={(each) => void end(each)} />
        )
      }
    </Answer>
  );
}

function SessionTable({ items, onEnd }: { items: SignedInSession[]; onEnd: (session: SignedInSession) => void }) {
  return (
    <div className="wide-scroll" tabIndex={0} role="group" aria-label="Sessions, to scroll">
      <table className="table stack">
        <thead>
          <tr>
            <th scope="col">With</th>
            <th scope="col">From</th>
            <th scope="col">Since</th>
            <th scope="col">Last seen</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {items.map((each) => (
            <tr key={each.id}>
              <th scope="row" className="foreign">
                {shown(each.agent || "unknown program", 90)}
              </th>
              <td className="foreign">{shown(each.address, 60)}</td>
              <td>
                <Moment at={each.begun_at} />
              </td>
              <td>
                <Moment at={each.seen_at} />
              </td>
              <td>
                {each.is_this ? (
                  <span className="quiet">this one</span>
                ) : (
                  <button
                    type="button"
                    className="button"
                    aria-label={`End the session from ${shown(each.address, 60)}`}
                    onClick={() => onEnd(each)}
                  >
                    End
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
