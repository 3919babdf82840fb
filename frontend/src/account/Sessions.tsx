import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, remove } from "../api/client.ts";
import type { SignedInSession, UserItem } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { Answer } from "../ui/Answer.tsx";
import { Entries } from "../ui/Entries.tsx";
import { Moment } from "../ui/Moment.tsx";
import { problem } from "../ui/Toasts.tsx";

const BROWSERS = { Edg: "Edge", OPR: "Opera", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" };
const SYSTEMS = {
  Windows: "Windows",
  Android: "Android",
  iPhone: "iPhone",
  iPad: "iPad",
  Mac: "macOS",
  Linux: "Linux",
};

/** What browsers say of themselves is long and mostly of the past. */
export function programOf(agent: string): string {
  const named = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).find(([sign]) => agent.includes(sign))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  return browser ? browser + (system ? ` on ${system}` : "") : agent || "unknown program";
}

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
    <Entries
      label="Sessions"
      heads={["With", "From", "Since", "Last seen"]}
      items={items}
      cells={(each) => [
        <span key="agent" title={shown(each.agent, 300)}>
          {shown(programOf(each.agent), 90)}
        </span>,
        shown(each.address, 60),
        <Moment key="begun" at={each.begun_at} />,
        <Moment key="seen" at={each.seen_at} />,
        each.is_this ? (
          <span key="end" className="quiet">
            this one
          </span>
        ) : (
          <button
            key="end"
            type="button"
            className="button"
            aria-label={`End the session from ${shown(each.address, 60)}`}
            onClick={() => onEnd(each)}
          >
            End
          </button>
        ),
      ]}
    />
  );
}
