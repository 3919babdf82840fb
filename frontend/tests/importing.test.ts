import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { look, NOTHING_SAID, withCountry } from "../src/importing/look.ts";
import { rememberCountry, rememberMapping } from "../src/importing/mapping.ts";
import { startWords } from "../src/importing/subjects.ts";

const kept = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: { getItem: (name: string) => kept.get(name) ?? null, setItem: kept.set.bind(kept) },
});
beforeEach(() => kept.clear());

const SHAPE = { into: "businesses" as const, columns: [{ heading: "Firma" }, { heading: "Tel" }] as never };
const file = new File(["Firma,Tel\nMill,089 9017238\n"], "a.csv");

/** What each upload said beside the file. */
function uploads(likely: string | null, without_country = 1): unknown[] {
  const all: unknown[] = [];
  globalThis.fetch = (_, request) => {
    const form = request?.body as FormData;
    all.push([form.get("mapping"), form.get("country")]);
    return Promise.resolve(Response.json({ ...SHAPE, numbers: { without_country, likely } }));
  };
  return all;
}

const looked = (said = NOTHING_SAID) => look(file, "businesses", said, new AbortController().signal);

test("a file goes up once, and again only with all that its first look told", async () => {
  const plain = uploads(null);
  assert.equal((await looked()).country, "");
  assert.deepEqual(plain, [[null, null]]);
  const mapping = { Firma: "name" };
  rememberMapping(SHAPE, mapping);
  rememberCountry(SHAPE, "AT");
  const known = uploads("DE");
  const { preview: _, ...settled } = await looked();
  assert.deepEqual(settled, { mapping, country: "AT" });
  assert.deepEqual(known, [
    [null, null],
    [JSON.stringify(mapping), "AT"],
  ]);
  const said = uploads("DE");
  assert.equal((await looked({ ...NOTHING_SAID, ...settled })).country, "AT");
  assert.equal(said.length, 1);
});

test("a remembered file whose country is chosen goes up once", async () => {
  rememberMapping(SHAPE, { Firma: "name" });
  const sent = uploads("DE");
  const { preview } = await looked();
  sent.length = 0;
  assert.equal((await looked(withCountry(NOTHING_SAID, preview, "AT"))).country, "AT");
  assert.deepEqual(sent, [[JSON.stringify({ Firma: "name" }), "AT"]]);
});

test("a country that the person or an earlier file declined is not guessed", async () => {
  const asked = uploads("DE");
  assert.equal((await looked({ ...NOTHING_SAID, country: "" })).country, "");
  rememberCountry(SHAPE, "");
  assert.equal((await looked()).country, "");
  assert.equal(asked.length, 2);
});

test("the button says how many rows become something", () => {
  const into = "businesses";
  const sum = { made: 0, there: 100, changed: 1, repeated: 0, losing: 0, seeming: 0, businesses: 0 };
  assert.equal(startWords({ sum, into }), "Update 1 business");
  assert.equal(startWords({ sum: { ...sum, changed: 0 }, into }), "Import: nothing is new");
  assert.equal(startWords({ sum: { ...sum, made: 2 }, into }), "Import 2 new businesses");
});
