import assert from "node:assert/strict";
import test from "node:test";
import { chosenIn, columnsOf, partsOf } from "../src/exports/draft.ts";
import { exportAddress } from "../src/grid/exporting.ts";
import { allMatching, choose } from "../src/grid/selection.ts";
import { STATES } from "../src/ui/State.tsx";

test("an export takes its filter from the address and leaves out states that do not exist", () => {
  const chosen = chosenIn(new URLSearchParams("status=Error&status=Nonsense&q=host:a.test&ids=1,2&ids=3"), [
    "New",
    "Error",
  ]);
  assert.deepEqual(chosen, {
    status: ["Error"],
    search: "host:a.test",
    origin: null,
    ids: ["1", "2", "3"],
    exclude_ids: [],
  });
  assert.deepEqual(
    partsOf(chosen).map(({ words }) => words),
    ["3 selected rows", "Error", "host:a.test"],
  );
});

test("all states but one are said as the file's list says them", () => {
  const chosen = chosenIn(
    new URLSearchParams("status=Queued&status=Processing&status=Complete&status=Error&status=New"),
    STATES,
  );
  assert.deepEqual(
    partsOf(chosen).map(({ words }) => words),
    ["not Skipped"],
  );
});

test("rows taken out of all that match travel from the tab to the export", () => {
  const filter = { states: ["New" as const], search: "dentist", origin: null };
  const selection = choose(allMatching(filter), ["a", "b"], false);
  const address = new URLSearchParams(exportAddress("page_curation", filter, selection).split("?")[1]);
  const chosen = chosenIn(address, ["New", "Error"]);
  assert.deepEqual([chosen.ids, chosen.exclude_ids, chosen.search], [null, ["a", "b"], "dentist"]);
  assert.deepEqual(
    partsOf(chosen)
      .map(({ name, words }) => [name, words])
      .at(-1),
    ["except", "except 2 rows taken out"],
  );
});

test("all columns are said by saying none", () => {
  assert.equal(columnsOf(["a", "b"], new Set(["b", "a"])), null);
  assert.deepEqual(columnsOf(["a", "b", "c"], new Set(["c", "a"])), ["a", "c"]);
});
