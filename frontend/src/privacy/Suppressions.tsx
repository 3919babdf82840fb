// Who is left alone: the list, a way onto it, and for administrators a way off.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { get, post, remove } from "../api/client.ts";
import type { Suppression, SuppressionKind } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { Answer } from "../ui/Answer.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Moment } from "../ui/Moment.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { KindChoice } from "./KindChoice.tsx";
import { KINDS } from "./kinds.ts";

const SIZE = 50;

export function Suppressions() {
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ["suppressions", page],
    queryFn: ({ signal }) => get("/suppressions", { page, size: SIZE }, signal),
  });
  return (
    <section className="card privacy-part" aria-labelledby="suppressions">
      <h2 id="suppressions">Suppressed</h2>
      <p className="quiet">
        Whoever is suppressed is neither sent anywhere nor exported, and their contacts are skipped as soon as they are
        found.
      </p>
      <NewEntries />
      <Answer query={list} what="the list">
        {({ items, total }) => (
          <>
            {items.length === 0 && <p className="quiet">Nobody is suppressed.</p>}
            {items.length > 0 && <Entries items={items} />}
            {total > SIZE && (
              <p className="privacy-pages">
                <button type="button" className="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  Before
                </button>
                Page {number(page)} of {number(Math.ceil(total / SIZE))}
                <button
                  type="button"
                  className="button"
                  disabled={page * SIZE >= total}
                  onClick={() => setPage(page + 1)}
                >
                  Next
                </button>
              </p>
            )}
          </>
        )}
      </Answer>
    </section>
  );
}

function NewEntries() {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const [kind, setKind] = useState<SuppressionKind>("email");
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const lines = text.split("\n").map((line, at) => ({ value: line.trim(), number: at + 1 }));
  const given = lines.filter(({ value }) => value !== "");
  const values = given.map(({ value }) => value);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const { items, refused } = await post("/suppressions", { kind, values, reason: reason.trim() || null });
      toast(`${plural(items.length, "entry is", "entries are")} suppressed. Contacts that match are skipped.`);
      const left = refused.map(({ line, reason: why }) => ({ ...given[line - 1], why }));
      if (left.length > 0) problem(left.map(({ number: line, why }) => `Line ${line}: ${why}`).join(" "));
      setText(left.map(({ value }) => value).join("\n"));
      if (left.length === 0) setReason("");
    } catch (error) {
      problem(inWords(error));
    }
    for (const key of ["suppressions", "list", "overview"]) void client.invalidateQueries({ queryKey: [key] });
  };
  return (
    <form className="privacy-form" onSubmit={(event) => void submit(event)}>
      <KindChoice kind={kind} onKind={setKind} />
      <label className="privacy-wide">
        One per line
        <textarea
          rows={2}
          value={text}
          placeholder={KINDS[kind].example}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <label className="privacy-wide">
        Why
        <input
          value={reason}
          maxLength={500}
          placeholder="asked us to stop"
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <button
        type="submit"
        className="button primary"
        disabled={values.length === 0 || refusal !== null}
        title={refusal ?? undefined}
      >
        Suppress
      </button>
    </form>
  );
}

function Entries({ items }: { items: readonly Suppression[] }) {
  const client = useQueryClient();
  const refusal = useRefusal("admin");
  const drop = async ({ id }: Suppression) => {
    await remove(`/suppressions/${id}`).catch((error: unknown) => problem(inWords(error)));
    void client.invalidateQueries({ queryKey: ["suppressions"] });
  };
  return (
    <div className="wide-scroll" tabIndex={0} role="group" aria-label="The list, to scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Kind</th>
            <th scope="col">Why</th>
            <th scope="col">By</th>
            <th scope="col">When</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {items.map((each) => (
            <tr key={each.id}>
              <th scope="row" className="foreign">
                {each.is_hashed ? "Somebody who was erased" : shown(each.value, 80)}
              </th>
              <td>{KINDS[each.kind].words}</td>
              <td className="foreign">{shown(each.reason ?? "—", 200)}</td>
              <td className="foreign">{shown(each.added_by ?? "—", 40)}</td>
              <td>
                <Moment at={each.created_at} />
              </td>
              <td>
                <button
                  type="button"
                  className="icon-button"
                  disabled={refusal !== null}
                  title={refusal ?? "Take off the list"}
                  aria-label={`Take off the list: ${each.is_hashed ? "somebody who was erased" : shown(each.value, 80)}`}
                  onClick={() => void drop(each)}
                >
                  <Icon name="trash" />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
