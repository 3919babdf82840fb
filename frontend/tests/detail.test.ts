import assert from "node:assert/strict";
import { test } from "node:test";
import { guessedKind, typed } from "../src/detail/edits.ts";
import { areDifferent, firmsWords, headsOf, taken } from "../src/detail/pairs.ts";
import { correctedSince, hostOf, isElsewhere, isWorkedOnAnew, titleOf } from "../src/detail/rows.ts";
import { fitting } from "../src/detail/width.tsx";

test("what is typed becomes what the column holds", () => {
  assert.deepEqual(
    [typed(" 12 ", "number"), typed("12", "text"), typed(" ", "text"), typed("x", "number")],
    [12, "12", null, "x"],
  );
});

test("columns that are not described are shown by what they hold", () => {
  assert.deepEqual(
    [
      guessedKind("cost_micros", 5),
      guessedKind("created_at", "2026-01-01T00:00:00Z"),
      guessedKind("website", "https://a.example"),
      guessedKind("facts", {}),
      guessedKind("page_id", "x"),
    ],
    ["money_micros", "moment", "url", "json", "id"],
  );
});

test("values that only spell differently do not differ", () => {
  assert.equal(areDifferent(["https://www.cedar.example/", "cedar.example"]), false);
  assert.equal(areDifferent(["+1 (512) 555-0100", "+15125550100"]), false);
  assert.equal(areDifferent(["1 Main St., Austin", "1 main st Austin"]), false);
  assert.equal(areDifferent(["Cedar", "Oak"]), true);
  assert.equal(areDifferent([null, "Oak"]), false);
});

test("the one that stays takes what it lacks and what a person picked", () => {
  const contacts = [
    { id: "a", values: { name: "Ana", role: null, phone: "1", fax: null } },
    { id: "b", values: { name: "Anna", role: "Owner", phone: null, fax: null } },
    { id: "c", values: { name: null, role: "Boss", phone: "2", fax: null } },
  ];
  assert.deepEqual(taken("a", contacts, {}), { role: "b" });
  assert.deepEqual(taken("a", contacts, { name: "b", role: "c", phone: "b" }), { name: "b", role: "c" });
});

const workflow = (title: string, url: string | null, columns: [string, string][]) =>
  ({
    title_column: title,
    url_column: url,
    columns: columns.map(([name, kind]) => ({ name, kind })),
  }) as unknown as Parameters<typeof titleOf>[0];

test("a row is called by its title, else by how to reach it, else by its address", () => {
  const contacts = workflow("name", "source_url", [
    ["name", "text"],
    ["email", "email"],
    ["business", "text"],
    ["source_url", "url"],
  ]);
  assert.equal(
    titleOf(contacts, {
      name: null,
      email: "ana@cedar.example",
      business: "Cedar",
      source_url: "https://cedar.example/a",
    }),
    "ana@cedar.example",
  );
  const pages = workflow("title", "url", [
    ["title", "text"],
    ["url", "url"],
    ["domain", "text"],
  ]);
  assert.equal(
    titleOf(pages, { title: null, url: "https://cedar.example/a", domain: "cedar.example" }),
    "https://cedar.example/a",
  );
  assert.equal(titleOf(pages, { row: { title: "Team" } }), "Team");
});

test("a row's host is that of its address, else its domain", () => {
  const pages = workflow("title", "url", [
    ["url", "url"],
    ["domain", "text"],
  ]);
  assert.equal(hostOf(pages, { url: "https://www.cedar.example/a" }), "www.cedar.example");
  assert.equal(hostOf(pages, { url: null, domain: "cedar.example" }), "cedar.example");
  assert.equal(hostOf(pages, { url: "javascript:alert(1)", domain: null }), null);
});

test("the drawer is never wider than the window leaves", () => {
  assert.deepEqual(
    [fitting(380, 1440), fitting(2000, 1440), fitting(10, 1440), fitting(800, 900)],
    [380, 900, 300, 420],
  );
});

test("an error is of before, where somebody corrected a value since, and not where they only tagged the row", () => {
  const { columns } = workflow("name", null, [["website", "url"]]);
  const row = { updated_at: "2026-03-01T09:00:00.000Z" };
  const at = (field: string, made_at: string) => [{ field, made_at }];
  const labelled = { columns: columns.map((each) => ({ ...each, label: "Website" })) };
  assert.equal(correctedSince(labelled, row, at("website", "2026-03-01T10:00:00+00:00")), "Website");
  assert.equal(correctedSince(labelled, row, at("home_url", "2026-03-01T10:00:00+00:00")), "home url");
  assert.equal(correctedSince(labelled, row, at("website", "2026-03-01T08:00:00+00:00")), null);
  assert.equal(correctedSince(labelled, row, at("tags", "2026-03-01T10:00:00+00:00")), null);
});

test("a done row is worked on anew for another address, and sent again for anything that is sent", () => {
  const done = { state: "Complete", updated_at: "2026-03-01T09:00:00Z" } as const;
  const businesses = { hands_over: false, url_column: "website" };
  const at = (field: string, time = "10") => ({ field, made_at: `2026-03-01T${time}:00:00Z` });
  assert.equal(isWorkedOnAnew(businesses, done, at("website")), true);
  assert.equal(isWorkedOnAnew(businesses, done, at("website", "08")), false);
  assert.equal(isWorkedOnAnew(businesses, done, at("phone")), false);
  assert.equal(isWorkedOnAnew(businesses, { ...done, state: "New" }, at("website")), false);
  assert.equal(isWorkedOnAnew({ hands_over: true, url_column: "source_url" }, done, at("role")), true);
});

test("a domain that was found for another website is seen, however either is written", () => {
  assert.ok(isElsewhere("https://king-dental.example/", "blue-sky.example"));
  assert.ok(isElsewhere(null, "blue-sky.example"));
  assert.ok(isElsewhere("notblue-sky.org", "blue-sky.example"));
  assert.ok(!isElsewhere("www.Blue-Sky.example/team", "blue-sky.example"));
  assert.ok(!isElsewhere("https://maps.example/?q=http%3A%2F%2Fblue-sky.example", "blue-sky.example"));
  assert.ok(!isElsewhere("https://www.xn--mnchen-3ya.example", "münchen.example"));
  assert.ok(!isElsewhere("facebook.com/king", null));
});

test("contacts of several websites are merged knowingly", () => {
  const at = (domain: string) => ({ domain });
  assert.equal(firmsWords([at("a.example"), at("a.example")]), "");
  assert.match(firmsWords([at("a.example"), at("b.example")]), /of 2 websites \(a.example, b.example\)/);
});

test("contacts of one website are told apart by name, by the page that tells of them, or by their place", () => {
  const contact = (id: string, domain: string, name: string | null, page: string) => ({
    id,
    domain,
    source_url: `https://${domain}${page}`,
    values: { name },
  });
  const heads = (...contacts: ReturnType<typeof contact>[]) => [...headsOf(contacts).values()];
  const barbara = contact("a", "oak.example", "Barbara Baker", "/team");
  assert.deepEqual(heads(barbara, contact("b", "elm.example", null, "/")), ["oak.example", "elm.example"]);
  const unnamed = contact("b", "oak.example", null, "/contact");
  assert.deepEqual(heads(barbara, unnamed), ["oak.example · Barbara Baker", "oak.example · /contact"]);
  assert.deepEqual(heads(barbara, { ...barbara, id: "c" }), ["oak.example · 1", "oak.example · 2"]);
});
