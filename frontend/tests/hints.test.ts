import assert from "node:assert/strict";
import { test } from "node:test";
import { searchHint } from "../src/grid/hints.ts";

test("what looks like syntax and is none is told where nothing matches", () => {
  assert.equal(searchHint("rating>4"), "To compare, write rating:>4.");
  assert.match(searchHint("dental OR smile"), /^OR is looked for as a word/);
  assert.match(searchHint("(dental"), /^Brackets/);
  assert.equal(searchHint("city:dal"), "city is looked for whole; city:~dal finds a part of it.");
  for (const plain of ["dental", "city:~dal", "-city:dal", "has:phone", "city:none", "found:0", 'name:"a b"'])
    assert.equal(searchHint(plain), "", plain);
});
