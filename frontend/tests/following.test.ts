import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../src/api/client.ts";
import type { WorkflowMeta } from "../src/api/types.ts";
import { clearFilters, follow, isAstray, originFor, tabAddressNow } from "../src/grid/following.ts";
import { labelAmong } from "../src/grid/OriginChoice.tsx";
import { places } from "../src/shell/commands.ts";

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
  const one = {
    origin: "place_searches:1",
    label: "dentists in Austin",
    is_list: false,
    created_at: "2026-03-01T09:00:00Z",
    asked: "google",
  };
  const other = { ...one, origin: "place_searches:2", created_at: "2026-03-02T10:00:00Z" };
  assert.equal(labelAmong(one, [one]), "dentists in Austin");
  assert.match(labelAmong(one, [one, other]), /^dentists in Austin · google, .*2026/);
  assert.notEqual(labelAmong(one, [one, other]), labelAmong(other, [one, other]));
});

test("a tab that is opened by key or by name is the one that its link opens", () => {
  const client = new QueryClient();
  const pages = {
    name: "page_curation",
    kebab: "page-curation",
    table_path: "/api/v3/pages",
    opens_with: "-source:website",
  };
  follow("lists:7");
  assert.equal(tabAddressNow(client, pages), "/w/page-curation?status=New&origin=lists%3A7");
  client.setQueryData(["overview"], { workflows: [{ name: "page_curation", counts: { New: 0 } }] });
  assert.equal(tabAddressNow(client, pages), "/w/page-curation?origin=lists%3A7");
  follow(null);
  assert.equal(tabAddressNow(client, pages), "/w/page-curation?q=-source%3Awebsite");
  assert.equal(tabAddressNow(client, { ...pages, opens_with: "" }), "/w/page-curation");
});

test("the palette knows which of its places are tabs", () => {
  const pages = {
    code: "WF7",
    name: "page_curation",
    kebab: "page-curation",
    title: "Pages",
    background_only: false,
  } as WorkflowMeta;
  const tabs = places({ workflows: [pages, { ...pages, background_only: true }] }).filter(({ tab }) => tab);
  assert.deepEqual(
    tabs.map(({ path, tab }) => [path, tab?.name]),
    [["/w/page-curation", "page_curation"]],
  );
});

test("clearing filters ends the following", () => {
  follow("lists:7");
  const wanted: object[] = [];
  clearFilters((filtering) => wanted.push(filtering), { sort: null });
  assert.deepEqual(wanted, [{ status: [], search: "", origin: null, sort: null }]);
  assert.equal(
    tabAddressNow(new QueryClient(), { name: "a", kebab: "a", table_path: null, opens_with: "" }),
    "/w/a?status=New",
  );
});

test("a list that came along is left out where it is refused; one that a person asked for is not", () => {
  const refused = new ApiError(422, { code: "bad_request", message: "Ideas has no rows from lists." }, null);
  const at = { status: ["New" as const], search: "", sort: null, origin: "lists:7" };
  follow("lists:7");
  assert.ok(isAstray(at, refused, []));
  assert.ok(!isAstray(at, null, []), "an old list is no longer offered and still has rows");
  assert.ok(!isAstray(at, refused, undefined), "not before the server has said what it offers");
  assert.ok(!isAstray({ ...at, search: "found:many" }, refused, []), "the search may be what is refused");
  assert.ok(!isAstray(at, refused, [{ origin: "lists:7", label: "", is_list: true, created_at: "", asked: null }]));
  follow(null);
  assert.ok(!isAstray(at, refused, []), "a link that someone sent");
});
