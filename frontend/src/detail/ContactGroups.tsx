// Contacts that are one, each group side by side: which stays, whose values it takes, and all that are certain at once.

import { useState } from "react";
import { useMeta } from "../api/queries.ts";
import type { DuplicateContacts } from "../api/types.ts";
import { NOTHING } from "../grid/selection.ts";
import { storeOf } from "../grid/store.ts";
import { useRefusal } from "../shell/refusal.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { useUrl } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { Notice } from "../ui/Notice.tsx";
import { Question } from "../ui/Question.tsx";
import { GroupCard, idOf } from "./GroupCard.tsx";
import { ShowMore } from "./ShowMore.tsx";
import { mergeOf, NO_WISH, useContactGroups, useMergeContacts, type Wish } from "./useContactGroups.ts";

export function ContactGroups() {
  const [address, change] = useUrl();
  const chosen = address.getAll("contact");
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useContactGroups(chosen);
  const merge = useMergeContacts();
  const refusal = useRefusal("curator");
  const tab = useMeta().workflows.find(({ table }) => table === "contacts");
  const [wishes, setWishes] = useState<Readonly<Record<string, Wish>>>({});
  const [asked, setAsked] = useState(false);
  const groups = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const wishOf = (group: DuplicateContacts) => wishes[idOf(group)] ?? NO_WISH;
  const certain = groups.filter((group) => !wishOf(group).isLeftOut);
  const mergeOne = async (group: DuplicateContacts) => {
    const isDone = await merge([mergeOf(group, wishOf(group))]);
    // Whoever came from the rows they chose goes back to them.
    if (!isDone || chosen.length === 0) return;
    if (tab) storeOf(tab.name).set({ selection: NOTHING, anchor: null });
    history.back();
  };
  return (
    <>
      <div className="pair-summary">
        {chosen.length > 0 ? (
          <button type="button" className="button" onClick={() => change({ contact: null })}>
            All certain duplicates
          </button>
        ) : (
          <p className="quiet" role="status">
            {data && total > 0
              ? `${plural(total, "group")} of contacts with one address, or without any with one number, and no two names`
              : ""}
          </p>
        )}
        {chosen.length === 0 && groups.length > 0 && (
          <button
            type="button"
            className="button primary"
            disabled={refusal !== null || certain.length === 0}
            title={refusal ?? undefined}
            onClick={() => setAsked(true)}
          >
            <Icon name="merge" />
            Merge all {number(certain.length)} shown…
          </button>
        )}
      </div>
      {error && !data && <Notice title={error.message} action={{ label: "Try again", run: () => void refetch() }} />}
      {!data && !error && (
        <p className="quiet" aria-busy="true">
          Looking for contacts that are one…
        </p>
      )}
      {data && groups.length === 0 && (
        <Notice title={chosen.length > 0 ? "These contacts are not there any more." : "No contact is there twice."}>
          Contacts of several websites with one address come together here. Any others can be selected in{" "}
          {tab?.title ?? "their tab"} and merged from there.
        </Notice>
      )}
      <ol className="pairs">
        {groups.map((group) => (
          <GroupCard
            key={idOf(group)}
            group={group}
            wish={wishOf(group)}
            isChosen={chosen.length > 0}
            refusal={refusal}
            onWish={(wish) => setWishes({ ...wishes, [idOf(group)]: wish })}
            onMerge={() => void mergeOne(group)}
          />
        ))}
      </ol>
      {hasNextPage && (
        <ShowMore
          shown={groups.length}
          total={total}
          isLoading={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
      )}
      {asked && (
        <Question
          title="Merge contacts that are one"
          verb={`Merge ${plural(certain.length, "group")}`}
          onDo={() => void merge(certain.map((group) => mergeOf(group, wishOf(group))))}
          onClose={() => setAsked(false)}
        >
          <p role="status">
            {plural(
              certain.reduce((sum, { contacts }) => sum + contacts.length, 0),
              "contact",
            )}{" "}
            become {number(certain.length)}. Of each group the one marked to stay is kept and takes what it lacks; the
            others are skipped as merged. All of it is one entry in History and can be undone.
          </p>
          <ul className="pair-names">
            {certain.slice(0, 8).map((group) => (
              <li key={idOf(group)} className="foreign">
                {shown(group.key ?? "", 60)}{" "}
                <span className="quiet">
                  {group.contacts
                    .map(({ domain }) => shown(domain, 40))
                    .slice(0, 4)
                    .join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </Question>
      )}
    </>
  );
}
