/** What one word alone leaves to guess: how far an e-mail address was checked, and what came of it. */
const WORDS: Readonly<Record<string, string>> = {
  role: "role address",
  syntax: "well written",
  domain: "domain takes mail",
  mailbox: "mailbox exists",
};

export const choiceWords = (value: string): string => WORDS[value] ?? value.replaceAll("_", " ");

/** "Valid" of an address whose mailbox nobody was asked for promises too much: it is told how far it was checked. */
export function toldValue(name: string, value: unknown, level: unknown): unknown {
  return name === "verification" && value === "valid" && (level === "domain" || level === "syntax") ? level : value;
}

export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What rows came to that did not fall short: those that are not "not sent" are "Sent". */
export function reachedWord(shortfall: string): string {
  const reached = /^not (.+)$/.exec(shortfall)?.[1];
  return reached === undefined ? "Complete" : capitalised(reached);
}
