// One group of contacts that are one: who stays, and whose values it takes.
import type { DuplicateContacts } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { StateMark } from "../ui/State.tsx";
import { firmsWords, headsOf, keptOf } from "./pairs.ts";
import { type ComparedField, SideBySide } from "./SideBySide.tsx";
import type { Wish } from "./useContactGroups.ts";

const FIELDS: readonly ComparedField[] = [
  { name: "name", label: "Name", kind: "text" },
  { name: "role", label: "Role", kind: "text" },
  { name: "email", label: "E-mail", kind: "email" },
  { name: "phone", label: "Phone", kind: "phone" },
  { name: "whatsapp", label: "WhatsApp", kind: "phone" },
  { name: "fax", label: "Fax", kind: "phone" },
  { name: "address", label: "Address", kind: "text" },
  { name: "socials", label: "Profiles", kind: "text" },
  { name: "business", label: "Business", kind: "text", isFixed: true },
  { name: "source_url", label: "Source page", kind: "url", isFixed: true },
];

export const idOf = ({ contacts }: DuplicateContacts): string => contacts.map(({ id }) => id).join();

interface CardProps {
  group: DuplicateContacts;
  wish: Wish;
  isChosen: boolean;
  refusal: string | null;
  onWish: (wish: Wish) => void;
  onMerge: () => void;
}

export function GroupCard({ group, wish, isChosen, refusal, onWish, onMerge }: CardProps) {
  const id = idOf(group);
  const keep = wish.keep ?? group.keep;
  const { contacts } = group;
  const heads = headsOf(contacts);
  const columns = contacts.map((each) => ({
    id: each.id,
    words: heads.get(each.id) ?? "",
    head: (
      <label className="pair-keep">
        <input
          type="radio"
          name={`${id} keep`}
          checked={keep === each.id}
          onChange={() => onWish({ ...wish, keep: each.id })}
        />
        <span>
          <span className="foreign">{heads.get(each.id)}</span>
          {keep === each.id && <b> stays</b>}
          <br />
          <StateMark state={each.state} />
        </span>
      </label>
    ),
    values: { ...each.values, business: each.business, source_url: each.source_url },
  }));
  return (
    <li className="card pair">
      <p className="pair-why">
        <b className="foreign">{group.key ? shown(group.key, 100) : plural(contacts.length, "contact")}</b>
        {group.key && <span className="quiet">{number(contacts.length)} contacts</span>}
      </p>
      <SideBySide
        id={id}
        fields={FIELDS}
        columns={columns}
        keptOf={(field) => keptOf(field, keep, contacts, wish.picked)}
        onKeep={(field, source) => onWish({ ...wish, picked: { ...wish.picked, [field]: source } })}
      />
      {isChosen && firmsWords(contacts) && (
        <p className="problem foreign" role="alert">
          {shown(firmsWords(contacts), 300)}
        </p>
      )}
      <div className="pair-actions">
        <button
          type="button"
          className={`button ${isChosen ? "primary" : ""}`}
          disabled={refusal !== null}
          title={refusal ?? undefined}
          onClick={onMerge}
        >
          <Icon name="merge" />
          Merge {number(contacts.length)} into one
        </button>
        {!isChosen && (
          <label>
            <input
              type="checkbox"
              checked={wish.isLeftOut ?? false}
              onChange={(event) => onWish({ ...wish, isLeftOut: event.target.checked })}
            />{" "}
            Leave out of “Merge all”
          </label>
        )}
        <span className="quiet">
          {refusal ?? "What is marked is kept. The others are skipped as merged, with their history and evidence."}
        </span>
      </div>
    </li>
  );
}
