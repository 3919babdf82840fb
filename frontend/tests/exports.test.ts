import assert from "node:assert/strict";
import test from "node:test";
import { chosenIn, columnsOf, partsOf } from "../src/exports/draft.ts";

test("an export takes its filter from the address and leaves out states that do not exist", () => {
  const chosen = chosenIn(new URLSearchParams("status=Error&status=Nonsense&q=host:a.test&ids=1,2&ids=3"), ["New", "Error"]);
  assert.deepEqual(chosen, { status: ["Error"], search: "host:a.test", origin: null, ids: ["1", "2", "3"] });
  assert.deepEqual(partsOf(chosen).map(({ words }) => words), ["3 selected rows", "Error", "host:a.test"]);
});

test("all columns are said by saying none", () => {
  assert.equal(columnsOf(["a", "b"], new Set(["b", "a"])), null);
  assert.deepEqual(columnsOf(["a", "b", "c"], new Set(["c", "a"])), ["a", "c"]);
});
