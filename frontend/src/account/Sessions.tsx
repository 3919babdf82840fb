import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, remove } from "../api/client.ts";
import type { SignedInSession } from "../api/types.ts";
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
        {(items) => (
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
                          onClick={() => void end(each)}
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
        )}
      </Answer>
    </section>
  );
}
