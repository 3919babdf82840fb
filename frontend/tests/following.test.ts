import assert from "node:assert/strict";
import { test } from "node:test";
import { labelAmong } from "../src/grid/OriginChoice.tsx";
import { originFor } from "../src/grid/following.ts";
import { BUILT_IN, isAt } from "../src/grid/view.ts";

test("a chosen list goes to every tab, a chosen search to all but the searches", () => {
  const searches = { table_path: "/api/v3/place-searches" };
  const pages = { table_path: "/api/v3/pages" };
  assert.equal(originFor(pages, "place_searches:7"), "place_searches:7");
  assert.equal(originFor(searches, "place_searches:7"), null);
  assert.equal(originFor(searches, "lists:7"), "lists:7");
  assert.equal(originFor({ table_path: null }, "lists:7"), "lists:7");
  assert.equal(originFor(pages, null), null);
});

test("equal searches are told apart by where they looked and when", () => {
  const one = { origin: "place_searches:1", label: "dentists in Austin", is_list: false, created_at: "2026-03-01T09:00:00Z", asked: "google" };
  const other = { ...one, origin: "place_searches:2", created_at: "2026-03-02T10:00:00Z" };
  assert.equal(labelAmong(one, [one]), "dentists in Austin");
  assert.match(labelAmong(one, [one, other]), /^dentists in Austin · google, .*2026/);
  assert.notEqual(labelAmong(one, [one, other]), labelAmong(other, [one, other]));
});

test("a view stays lit when a list is chosen", () => {
  const decide = BUILT_IN.find(({ id }) => id === "decide");
  assert.ok(decide);
  assert.ok(isAt(decide, { status: ["New"], search: "", sort: null, origin: "lists:7" }));
  assert.ok(!isAt(decide, { status: ["New"], search: "red", sort: null, origin: null }));
});
