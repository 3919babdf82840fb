// Two values are one if they differ only in spelling that means nothing.
export function differs(one: unknown, other: unknown): boolean {
  return one !== null && other !== null && one !== undefined && other !== undefined && plain(one) !== plain(other);
}

function plain(value: unknown): string {
  const text = String(value)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, "")
    .replace(/\/+$/, "");
  return /^[+\d\s()./-]+$/.test(text) ? text.replace(/\D/g, "") : text.replace(/[\s,.]+/g, " ").trim();
}
