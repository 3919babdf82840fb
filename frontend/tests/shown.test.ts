import assert from "node:assert/strict";
import { test } from "node:test";
import { safeHref, shown } from "../src/text/shown.ts";

test("a mark that turns the direction is spelled out", () => {
  assert.equal(shown("\u202egnp.exe"), "[U+202E]gnp.exe");
  assert.equal(shown("a\u200bb\u0007c"), "a[U+200B]b[U+0007]c");
});

test("invisible letters of the tag block are spelled out whole", () => {
  assert.equal(shown("a\u{E0041}b"), "a[U+E0041]b");
});

test("ordinary text of any script stays as it is", () => {
  for (const text of ["Zahnärztin", "歯科", "طبيب أسنان", "🦷 Ok", "a\tb\nc"]) assert.equal(shown(text), text);
});

test("nothing, numbers and objects have words", () => {
  assert.equal(shown(null), "");
  assert.equal(shown(0), "0");
  assert.equal(shown({ a: 1 }), '{"a":1}');
});

test("what is far too long is cut", () => {
  assert.equal(shown("x".repeat(5_000)).length, 2_001);
});

test("only plain web addresses become links", () => {
  assert.equal(safeHref("https://acme.example/a?b=c"), "https://acme.example/a?b=c");
  for (const text of [
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    " https://a.example",
    "https://a.example/\u202e",
    "data:text/html,x",
    "//a.example",
    "mailto:a@b.example",
    "https://",
    5,
    null,
  ]) {
    assert.equal(safeHref(text), null, String(text));
  }
});
