/** The keys of a table that is written down whole. */
export const keysOf = <Key extends string>(table: Readonly<Partial<Record<Key, unknown>>>): Key[] =>
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: TypeScript says string, since other tables might have more
  Object.keys(table) as Key[];

/** A value for each of the keys. */
export const tableOf = <Key extends string, Value>(keys: readonly Key[], value: (key: Key) => Value) =>
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: each of them is in it
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>;
