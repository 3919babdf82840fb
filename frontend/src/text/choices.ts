/** What one word alone leaves to guess: how far an e-mail address was checked, and what came of it. */
const WORDS: Readonly<Record<string, string>> = {
  role: "role address",
  syntax: "well written",
  domain: "domain takes mail",
  mailbox: "mailbox exists",
};

export const choiceWords = (value: string): string => WORDS[value] ?? value.replaceAll("_", " ");
