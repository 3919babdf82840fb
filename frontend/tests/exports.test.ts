import assert from "node:assert/strict";
import test from "node:test";
import { chosenIn, fileIn, fileParts, partsOf, readerOf } from "../src/exports/draft.ts";
import { exportAddress } from "../src/grid/exporting.ts";
import { quickFilters } from "../src/grid/quick.ts";
import { allMatching, choose, NOTHING } from "../src/grid/selection.ts";
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
    ["3 selected rows", "Error", "host is a.test"],
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

test("what was chosen of a search's file travels to the export", () => {
  const file = { format: "xlsx", isOnePer: true, isEveryColumn: true } as const;
  const address = exportAddress("contact_delivery", { states: [], search: "", origin: null }, NOTHING, fileParts(file));
  assert.deepEqual(fileIn(new URLSearchParams(address.split("?")[1])), file);
  assert.deepEqual(fileIn(new URLSearchParams("format=nonsense")), {
    format: "csv",
    isOnePer: false,
    isEveryColumn: false,
  });
});

test("a search is said in words, and each piece of it can be taken out", () => {
  const fields = [{ name: "outcome", label: "Outcome", kind: "text" as const, values: null, example: "" }];
  const search = '-outcome:suppressed outcome:none score:>80 dentist -"old town"';
  const parts = partsOf(chosenIn(new URLSearchParams({ q: search }), STATES), [], fields);
  assert.deepEqual(
    parts.map(({ words }) => words),
    ["Outcome is not suppressed", "Outcome is empty", "score >80", "dentist", 'without "old town"'],
  );
  assert.equal(parts[2]?.rest, '-outcome:suppressed outcome:none dentist -"old town"');
});

test("a filter that is offered keeps its name beside others, and a day or a person follows its field", () => {
  const fields = [
    { name: "email", label: "E-mail", kind: "email" as const, values: null, example: "" },
    { name: "since", label: "Changed since", kind: "moment" as const, values: null, example: "" },
    { name: "by", label: "Decided by", kind: "text" as const, values: null, example: "" },
  ];
  const chosen = chosenIn(new URLSearchParams({ q: '-email:none made:24h since:2h by:"Ana Oak" -by:demo' }), STATES);
  assert.deepEqual(
    partsOf(chosen, [], fields, quickFilters(fields, "demo")).map(({ words }) => words),
    ["Has e-mail", "New since yesterday", "Changed since 2h", "Decided by Ana Oak", "not Decided by demo"],
  );
});

test("tables are for people unless one says otherwise, other files for programs", () => {
  assert.deepEqual(
    [readerOf("csv"), readerOf("xlsx"), readerOf("jsonl"), readerOf("parquet")],
    ["plain", "plain", null, null],
  );
});
