import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchField } from "../src/api/types.ts";
import { quickFilters } from "../src/grid/quick.ts";
import {
  completed,
  completions,
  hasToken,
  quoted,
  rangeToken,
  statesIn,
  tokenFor,
  tokensOf,
  unfinished,
  withToken,
} from "../src/grid/tokens.ts";

const FIELDS: SearchField[] = [
  { name: "score", label: "Score", kind: "score", values: null, example: "score:>80" },
  { name: "kind", label: "Type", kind: "enum", values: ["contact", "about us"], example: "kind:contact" },
  { name: "since", label: "Changed since", kind: "moment", values: ["1h", "24h"], example: "since:2h" },
];
const texts = (text: string, caret = text.length) => completions(text, caret, FIELDS).map((each) => each.text);

test("the rows stay while a value that is known is half typed", () => {
  assert.equal(unfinished("oak kind:cont", FIELDS), "kind:cont");
  assert.ok(!unfinished("kind:contact", FIELDS));
  assert.ok(!unfinished("kind:other", FIELDS));
  assert.equal(unfinished("city:dal", FIELDS, { city: ["Dallas"] }), "city:dal");
  assert.ok(!unfinished("city:dal", FIELDS, { city: ["Austin"] }));
  assert.ok(!unfinished("kind:cont ", FIELDS));
});

test("the rows stay while what is typed may become the name of a field", () => {
  for (const text of ["ki", "oak typ", "-sco", "blah:", "kind:>"]) assert.ok(unfinished(text, FIELDS), text);
  for (const text of ["kin ", "kite", "blah:3", "-", '"ki"', ""]) assert.ok(!unfinished(text, FIELDS), text);
  assert.deepEqual(texts("oak ki"), ["kind:", "ki"]);
  const asWord = completions("oak ki", 6, FIELDS).at(-1);
  assert.equal(asWord && completed("oak ki", asWord).text, "oak ki ");
  assert.equal(completions("-ki", 3, FIELDS).at(-1)?.hint, "rows without this word");
});

test("states that are typed are chosen as the others are", () => {
  assert.deepEqual(statesIn("oak state:complete -state:new"), { states: ["Complete"], rest: "oak -state:new" });
  assert.deepEqual(statesIn("state:New state:error"), { states: ["New", "Error"], rest: "" });
  assert.deepEqual(statesIn("oak  state:done"), { states: [], rest: "oak  state:done" });
});

test("words in quotes are one piece", () => {
  assert.deepEqual(
    tokensOf('"red kind:x" -"old elm" oak').map(({ field, value }) => [field, value]),
    [
      [null, '"red kind:x"'],
      [null, '-"old elm"'],
      [null, "oak"],
    ],
  );
});

test("filters that a person thinks of are tokens of the fields that there are", () => {
  const field = (name: string, kind: SearchField["kind"]) => ({ name, label: name, kind, values: null, example: "" });
  const contacts = [
    field("email", "email"),
    field("phone", "phone"),
    field("name", "text"),
    field("verification", "enum"),
  ];
  assert.deepEqual(
    quickFilters(contacts, "Ana B").map(({ token }) => token),
    [
      "-email:none",
      "-phone:none",
      "-name:none",
      "verification:valid",
      "made:24h",
      "-tag:none",
      "-note:none",
      'by:"Ana B"',
    ],
  );
  assert.deepEqual(
    quickFilters([field("website", "url")], "ana", [{ tag: "call back", count: 12 }]).map(({ words }) => words),
    ["Has website", "New since yesterday", "On a list", "With a note", "On the list call back (12)", "Decided by me"],
  );
});

test("tokens stand between words, quoted ones whole", () => {
  const text = 'red kite -kind:"about us" score:>=80';
  assert.deepEqual(
    tokensOf(text).map(({ field, value, negated }) => [field, value, negated]),
    [
      [null, "red", false],
      [null, "kite", false],
      ["kind", '"about us"', true],
      ["score", ">=80", false],
    ],
  );
  assert.deepEqual(
    tokensOf(text)
      .map(({ start, end }) => text.slice(start, end))
      .join(" "),
    text,
  );
});

test("a value is quoted when it would be read otherwise", () => {
  assert.equal(quoted("acme.example"), "acme.example");
  assert.equal(quoted("about us"), '"about us"');
  assert.equal(quoted('say "hi" \\'), '"say \\"hi\\" \\\\"');
  for (const tricky of ["none", ">5", "~x", "1..2", ""]) assert.ok(quoted(tricky).startsWith('"'), tricky);
  assert.equal(tokenFor("kind", null), "kind:none");
});

test("a token takes the place of what was said of its field, and goes when it is given twice", () => {
  assert.equal(withToken("red kind:blog", 'kind:"about us"'), 'red kind:"about us"');
  assert.equal(withToken('red kind:"about us"', 'kind:"about us"'), "red");
  assert.equal(withToken("", rangeToken("score", 40, null)), "score:40..");
  assert.ok(hasToken("a KIND:Blog", "kind:blog"));
});

test("names of fields are offered, then their values", () => {
  assert.deepEqual(texts("sc"), ["score:", "sc"]);
  assert.deepEqual(texts("ty"), ["kind:", "ty"], "by what the column is called as well");
  assert.deepEqual(texts("red -ki"), ["-kind:", "-ki"]);
  assert.deepEqual(texts("kind:"), ["kind:contact", 'kind:"about us"', "kind:none"]);
  assert.deepEqual(texts("kind:ab"), ['kind:"about us"']);
  assert.deepEqual(texts("-kind:about u"), ['-kind:"about us"'], "words of one value belong together");
  assert.deepEqual(texts("score:"), ["score:>80", "score:none"]);
  assert.deepEqual(texts("nothing:like"), []);
  assert.equal(texts("").length, 3);
});

test("a completion is filled in where the caret is", () => {
  const [first] = completions("sc kite", 2, FIELDS);
  assert.ok(first);
  assert.deepEqual(completed("sc kite", first), { text: "score: kite", caret: 6 });
  const [value] = completions("kind:co red", 7, FIELDS);
  assert.ok(value);
  assert.deepEqual(completed("kind:co red", value), { text: "kind:contact red", caret: 13 });
});

test("a token that says nothing yet is not searched for", () => {
  for (const text of ["red score:", "score:>", 'kind:"', "-kind:~"]) assert.ok(unfinished(text, FIELDS), text);
  for (const text of ["", "red", "score:>8", "score: red", "https://", "kind:none"])
    assert.ok(!unfinished(text, FIELDS), text);
});

test("one long word is read in no time", () => {
  const started = performance.now();
  for (const text of ["a".repeat(16_000), 'a:"'.repeat(5_000), "-a:>".repeat(4_000)]) tokensOf(text);
  assert.ok(performance.now() - started < 500);
});

test("has: and no: are offered, and after them the names of fields", () => {
  const [first] = completions("ha", 2, FIELDS);
  assert.equal(first?.text, "has:");
  const name = FIELDS[0]?.name ?? "";
  assert.ok(completions("no:", 3, FIELDS).some(({ text }) => text === `no:${name}`));
  assert.equal(unfinished(`has:${name.slice(0, 2)}`, FIELDS), `has:${name.slice(0, 2)}`);
  assert.equal(unfinished(`has:${name}`, FIELDS), "");
});
