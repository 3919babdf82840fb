import type { ImportSubject, ImportVerdict, WorkflowMeta } from "../api/types.ts";
import { keysOf } from "../text/keysOf.ts";

interface SubjectWords {
  words: string;
  table: string;
  /** Whether columns that mean none of the fields are kept beside them. */
  keepsExtra: boolean;
}

/** What a file can be about; one that the server adds is an error here until it has its words. */
export const SUBJECTS: Record<ImportSubject, SubjectWords> = {
  businesses: { words: "Businesses", table: "local_businesses", keepsExtra: true },
  contacts: { words: "Contacts", table: "contacts", keepsExtra: true },
  places: { words: "Places, to be chosen from", table: "places_staging", keepsExtra: false },
  domains: { words: "Domains", table: "domains", keepsExtra: false },
  sitemaps: { words: "Sitemaps", table: "sitemap_files", keepsExtra: false },
  pages: { words: "Pages", table: "pages", keepsExtra: false },
};

export const VERDICTS: Record<ImportVerdict, string> = {
  added: "added",
  updated: "updated",
  known: "there already",
  refused: "refused",
};

export const subjectNamed = (name: string | null): ImportSubject | undefined =>
  keysOf(SUBJECTS).find((each) => each === name);

/** What the rows of a workflow's tab are about. */
export function subjectOf(workflow: Pick<WorkflowMeta, "table"> | undefined): ImportSubject {
  return keysOf(SUBJECTS).find((each) => SUBJECTS[each].table === workflow?.table) ?? "businesses";
}

const words = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, " ")
    .trim();

const isAddress = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);

/** Whether a file of "businesses" is one of people: it has addresses to write to, and names behind them. */
export function looksLikeContacts(columns: readonly { heading: string; examples: readonly string[] }[]): boolean {
  const named = columns.filter(({ heading }) => PERSON.test(words(heading))).flatMap(({ examples }) => examples);
  return (
    columns.some(({ examples }) => examples.some(isAddress)) &&
    named.some((each) => /\p{L}{2}/u.test(each) && !each.includes("@"))
  );
}
const PERSON =
  /\b(contact( (person|name))?|person|first ?name|last ?name|full name|surname|owner|ansprechpartner(in)?|vorname|nachname|kontakt|pr[ée]nom|contacto|nombre y apellidos|referente)\b/u;
