// Who is left alone: the list, a way onto it, and for administrators a way off.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { get, post, remove } from "../api/client.ts";
import type { Suppression, SuppressionKind } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { rememberUndo, sent, undo } from "../shell/undo.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { linkTo, useGo, useUrl } from "../text/url.ts";
import { Answer } from "../ui/Answer.tsx";
import { Entries } from "../ui/Entries.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Moment } from "../ui/Moment.tsx";
import { Question } from "../ui/Question.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { KindChoice } from "./KindChoice.tsx";
import { KINDS } from "./kinds.ts";

const SIZE = 50;
/** Who is of the name is told by where they work. */
const exampleOf = (kind: SuppressionKind) =>
  kind === "person" ? `${KINDS.domain.example}/${KINDS.person.example}` : KINDS[kind].example;
const seeThem = (go: (address: string) => void) => ({
  action: { label: "See them", run: () => go(linkTo("contact-delivery", { q: "outcome:suppressed" })) },
});

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
        Whoever is on this list is left alone: their site is not read, and their contacts are skipped, and neither sent
        nor exported.
      </p>
      <NewEntries />
      <Answer query={list} what="the list">
        {({ items, total }) => (
          <>
            {items.length === 0 && <p className="quiet">Nobody is suppressed.</p>}
            {items.length > 0 && <Listed items={items} />}
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
  const [address] = useUrl();
  const [kind, setKind] = useState<SuppressionKind | null>(null);
  const [text, setText] = useState(address.get("who") ?? "");
  const [reason, setReason] = useState("");
  const [leftAlone, setLeftAlone] = useState<{ count: number; batch: string } | null>(null);
  const lines = text.split("\n").map((line, at) => ({ value: line.trim(), number: at + 1 }));
  const given = lines.filter(({ value }) => value !== "");
  const values = given.map(({ value }) => value);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const added = await sent(post("/suppressions", { kind, values, reason: reason.trim() || null }));
      const { items, refused, skipped, undo_token: token } = added;
      rememberUndo(token);
      setLeftAlone(skipped > 0 ? { count: skipped, batch: token } : null);
      toast(
        `${plural(items.length, "entry is", "entries are")} on the list. ${plural(skipped, "contact is", "contacts are")} skipped.`,
        { about: token, seconds: 30, action: { label: "Undo", keys: "z", run: () => void undo(client, token) } },
      );
      const left = refused.map(({ line, reason: why }) => ({ ...given[line - 1], why }));
      if (left.length > 0) problem(left.map(({ number: line, why }) => `Line ${line}: ${why}`).join(" "));
      setText(left.map(({ value }) => value).join("\n"));
      if (left.length === 0) setReason("");
    } catch (error) {
      problem(inWords(error));
    }
    for (const key of ["suppressions", "list", "row", "overview", "exports"])
      void client.invalidateQueries({ queryKey: [key] });
  };
  return (
    <form className="privacy-form" onSubmit={(event) => void submit(event)}>
      <label className="privacy-wide">
        Addresses, domains, numbers, profiles and persons, one per line
        <textarea
          rows={2}
          value={text}
          placeholder={kind ? exampleOf(kind) : `${KINDS.email.example}\n${exampleOf("person")}`}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <KindChoice kind={kind} onKind={setKind} unsaid="As each line looks" />
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
      {leftAlone && (
        <p className="privacy-wide" role="status">
          <Link href={linkTo("contact-delivery", { q: `batch:${leftAlone.batch}` })}>
            See the {plural(leftAlone.count, "contact that is skipped", "contacts that are skipped")} now
          </Link>
        </p>
      )}
    </form>
  );
}

function Listed({ items }: { items: readonly Suppression[] }) {
  const client = useQueryClient();
  const go = useGo();
  const refusal = useRefusal("admin");
  const drop = async ({ id }: Suppression) => {
    await remove(`/suppressions/${id}`).then(
      () => toast("It is off the list. Contacts that were skipped for it stay so until they are reset.", seeThem(go)),
      (error: unknown) => problem(inWords(error)),
    );
    for (const key of ["suppressions", "row", "batches", "exports"]) void client.invalidateQueries({ queryKey: [key] });
  };
  const [asked, setAsked] = useState<Suppression | null>(null);
  const nameOf = (each: Suppression) => (each.is_hashed ? "Somebody who was erased" : shown(each.value, 80));
  return (
    <>
      <Entries
        label="The list"
        heads={["Who", "Kind", "Why", "By", "When"]}
        items={items}
        cells={(each) => [
          nameOf(each),
          KINDS[each.kind].words,
          shown(each.reason ?? "—", 200),
          shown(each.added_by ?? "—", 40),
          <Moment key="when" at={each.created_at} />,
          <button
            key="off"
            type="button"
            className="icon-button"
            disabled={refusal !== null}
            title={refusal ?? "Take off the list"}
            aria-label={`Take off the list: ${nameOf(each)}`}
            onClick={() => setAsked(each)}
          >
            <Icon name="trash" />
          </button>,
        ]}
      />
      {asked && (
        <Question
          title="Take this off the list?"
          verb="Take off the list"
          isDangerous
          onDo={() => void drop(asked)}
          onClose={() => setAsked(null)}
        >
          <p className="foreign">{nameOf(asked)}</p>
          <p className="quiet">
            From then on it may be read, kept, exported and sent to again. The history keeps it
            {asked.is_hashed ? "; it cannot be put back." : ", and it can be put back from there."}
          </p>
        </Question>
      )}
    </>
  );
}
