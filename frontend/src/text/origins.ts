/** `from lists <id>` is how the server writes where rows come from. */
export function named(words: string, origins: readonly { origin: string; label: string; is_list: boolean }[]): string {
  return words.replace(/from (\w{1,60}) ([0-9a-f-]{36})/g, (whole, table: string, id: string) => {
    const known = origins.find(({ origin }) => origin === `${table}:${id}`);
    return known ? `from the ${known.is_list ? "list" : "search"} “${known.label}”` : whole;
  });
}
