import assert from "node:assert/strict";
import { test } from "node:test";
import { pieces, plainWords, withValues } from "../src/detail/marking.ts";

const marked = (text: string, words: string[] = [], values: string[] = []) =>
  pieces(text, words, values)
    .filter(({ mark }) => mark)
    .map(({ text: part, mark }) => `${mark}:${part}`);

test("addresses, numbers and wanted words are marked", () => {
  assert.deepEqual(marked("Write to ana@cedar.example or call +1 512 555 0100, our dentists answer.", ["dent"]), [
    "email:ana@cedar.example",
    "phone:+1 512 555 0100",
    "word:dent",
  ]);
});

test("dates, years and prices are no phone numbers", () => {
  assert.deepEqual(marked("Since 2024-01-15, 15.01.2024, 1999 or $1,200: 12345678"), []);
});

test("words are marked only where a word begins", () => {
  assert.deepEqual(marked("identity dentist", ["dent"]), ["word:dent"]);
});

test("a given value wins over what lies inside it, whatever characters it has", () => {
  assert.deepEqual(marked("a+b (x) ana@cedar.example", ["cedar"], ["ana@cedar.example", "(x)"]), [
    "value:(x)",
    "value:ana@cedar.example",
  ]);
});

test("where the values of a contact are known, the numbers and addresses of others have no mark", () => {
  const text = "Ana 512 555 0100 ana@cedar.example, Ben 512 555 0199 ben@cedar.example";
  assert.deepEqual(marked(text, [], ["512 555 0100", "+15125550100"]), ["value:512 555 0100"]);
});

test("a contact's number is marked however the page writes it, and a longer one is another", () => {
  const text = "512-810-6057, +1 (512) 810-6057, 5128106057, 512-810-60571, 444-810-6057";
  assert.deepEqual(marked(text, [], ["+15128106057"]), [
    "value:512-810-6057",
    "value:+1 (512) 810-6057",
    "value:5128106057",
  ]);
});

test("the pieces are the whole text, in order", () => {
  const text = "x ana@cedar.example y +1 (512) 555-0100 z";
  assert.equal(
    pieces(text, ["x", "z"])
      .map((piece) => piece.text)
      .join(""),
    text,
  );
});

test("a page that is one long word takes no time", () => {
  const began = performance.now();
  for (const text of ["a".repeat(20_000), "1".repeat(20_000), `${"a.".repeat(10_000)}@`, "1 ".repeat(10_000)])
    pieces(text, ["a"]);
  assert.ok(performance.now() - began < 500, `${performance.now() - began} ms`);
});

test("tokens of the search are not words to mark", () => {
  assert.deepEqual(plainWords('Dentist score:>80 title:"our team" -kind:blog -vet -"pet shop" austin'), [
    "dentist",
    "austin",
  ]);
});

test("tax, company and account numbers are no phone numbers", () => {
  assert.deepEqual(marked("Company number: 458 904 072 00020, IBAN US51 4136 5205 0209 9611 00, VAT US820012382"), []);
  assert.deepEqual(marked("512-555-0100, (512) 555-0100, 030 1234567, 0049 30 123456").length, 4);
});

test("a quotation marks only its own value", () => {
  assert.deepEqual(
    withValues("a@b.example or c@d.example", ["c@d.example"])
      .filter(({ mark }) => mark)
      .map(({ text }) => text),
    ["c@d.example"],
  );
});
