// Which values of several are one, and whose are kept when they are merged. Pure.
import { shortAddress } from "../text/address.ts";
import { shown } from "../text/shown.ts";

/** Two values are one if they differ only in spelling that means nothing; of who says nothing nobody differs. */
export function areDifferent(values: readonly unknown[]): boolean {
  return new Set(values.filter((each) => each !== null && each !== undefined).map(plain)).size > 1;
}

function plain(value: unknown): string {
  const text = String(value)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, "")
    .replace(/\/+$/, "");
  return /^[+\d\s()./-]+$/.test(text) ? text.replace(/\D/g, "") : text.replace(/[\s,.]+/g, " ").trim();
}

interface Told {
  id: string;
  values: Readonly<Record<string, string | null>>;
}

/** Whose value is kept: what a person picked, else of the one that stays, else of the first that has any. */
export function keptOf(
  field: string,
  keep: string,
  contacts: readonly Told[],
  picked: Readonly<Record<string, string>>,
): string | undefined {
  const there = contacts.filter(({ values }) => (values[field] ?? null) !== null).map(({ id }) => id);
  return [picked[field], keep, there[0]].find((id) => id !== undefined && there.includes(id));
}

interface Headed extends Told {
  domain: string;
  source_url: string | null;
}

/** What each is called beside the others: by its website, and where several have one, by name or by the page that tells of it. */
export function headsOf(contacts: readonly Headed[]): ReadonlyMap<string, string> {
  const sites = contacts.map(({ domain }) => shown(domain, 60));
  const ways = [
    sites,
    contacts.map(({ values, source_url }, index) =>
      [sites[index], shown(values.name ?? "", 60) || shown(shortAddress(source_url ?? "").rest, 60)].join(" · "),
    ),
    sites.map((site, index) => `${site} · ${index + 1}`),
  ];
  const heads = ways.find((way) => new Set(way).size === way.length) ?? sites;
  return new Map(contacts.map(({ id }, index) => [id, heads[index] ?? ""]));
}

/** What the one that stays takes of others. */
export function taken(
  keep: string,
  contacts: readonly Told[],
  picked: Readonly<Record<string, string>>,
): Record<string, string> {
  const fields = Object.keys(contacts[0]?.values ?? {});
  return Object.fromEntries(
    fields.flatMap((field) => {
      const source = keptOf(field, keep, contacts, picked);
      return source !== undefined && source !== keep ? [[field, source]] : [];
    }),
  );
}

/** Said of contacts that somebody chose to merge and that work at several websites; empty where nothing need be said. */
export function firmsWords(contacts: readonly { domain: string }[]): string {
  const domains = [...new Set(contacts.map(({ domain }) => domain))];
  return domains.length < 2
    ? ""
    : `These are contacts of ${domains.length} websites (${domains.slice(0, 4).join(", ")}): merge them only if they are one.`;
}
