// Text from the web, made safe to look at: what a character does to a line is shown, not done.

// Controls, zero-width characters and marks that turn the direction of what follows.
const TRICKS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;
const LONGEST = 2_000;

/** `shown("\u202egnp.exe")` is `[U+202E]gnp.exe`. */
export function shown(value: unknown, longest: number = LONGEST): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replace(
    TRICKS,
    (found) => `[U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

/** The value if it may become a link: http or https, without tricks and blanks; otherwise null. */
export function safeHref(value: unknown): string | null {
  if (typeof value !== "string" || /\s/.test(value) || shown(value) !== value) return null;
  try {
    const { protocol, host } = new URL(value);
    return (protocol === "http:" || protocol === "https:") && host ? value : null;
  } catch {
    return null;
  }
}

/** `hair_salon` is a source's name for something, and reads as `hair salon`. */
export const inPlainWords = (value: unknown): unknown =>
  typeof value === "string" && /^[a-z]{1,40}(_[a-z]{1,40}){1,5}$/.test(value) ? value.replaceAll("_", " ") : value;
