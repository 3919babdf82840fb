// Tokens for scripts: made for what they are to do, shown once, revoked at once.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, remove } from "../api/client.ts";
import type { NamedToken } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { absolute } from "../text/time.ts";
import { inWords } from "../text/trouble.ts";
import { Answer } from "../ui/Answer.tsx";
import { Entries } from "../ui/Entries.tsx";
import { Moment } from "../ui/Moment.tsx";
import { problem } from "../ui/Toasts.tsx";
import { TokenForm } from "./TokenForm.tsx";

export function Tokens() {
  const tokens = useQuery({ queryKey: ["tokens"], queryFn: ({ signal }) => get("/tokens", {}, signal) });
  return (
    <section className="card" aria-labelledby="own-tokens">
      <h2 id="own-tokens">Tokens for scripts</h2>
      <p className="quiet">
        A script sends one as <code>Authorization: Bearer …</code>; it can do what its scopes say, never more than you.
      </p>
      <TokenForm />
      <Answer query={tokens} what="tokens">
        {(items) => (items.length === 0 ? <p className="quiet">There is no token.</p> : <TokenTable items={items} />)}
      </Answer>
    </section>
  );
}

function TokenTable({ items }: { items: readonly NamedToken[] }) {
  const client = useQueryClient();
  const revoke = async ({ id }: NamedToken) => {
    await remove(`/tokens/${id}`).catch((error: unknown) => problem(inWords(error)));
    void client.invalidateQueries({ queryKey: ["tokens"] });
  };
  return (
    <Entries
      label="Tokens"
      heads={["Name", "For", "Scopes", "Good until", "Last used"]}
      items={items}
      cells={(each) => [
        shown(each.name, 100),
        shown(each.user, 60),
        each.scopes.join(", "),
        absolute(each.expires_at),
        each.last_used_at ? <Moment key="used" at={each.last_used_at} /> : "never",
        <button
          key="revoke"
          type="button"
          className="button danger"
          aria-label={`Revoke ${shown(each.name, 100)}`}
          onClick={() => void revoke(each)}
        >
          Revoke
        </button>,
      ]}
    />
  );
}
