import assert from "node:assert/strict";
import { test } from "node:test";
import type { ColumnMeta, Page, Row, State } from "../src/api/types.ts";
import { filterParameters, nextSort, readAddress, sameFilter, toggledState, withView } from "../src/grid/address.ts";
import { asCommand, shellQuoted } from "../src/grid/command.ts";
import { moved as movedCounts } from "../src/grid/counts.ts";
import { exportAddress } from "../src/grid/exporting.ts";
import { inWords } from "../src/grid/FacetRail.tsx";
import { hostOf } from "../src/grid/host.ts";
import {
  bounded,
  CHECKBOX_WIDTH,
  changed,
  columnsOf,
  fitted,
  frozenOffsets,
  moved,
  naturalWidth,
  placed,
  withNatural,
  withoutSurplus,
  written,
} from "../src/grid/layout.ts";
import { meantRow } from "../src/grid/meant.ts";
import { jump, nextPlace, previousPlace, rowRange } from "../src/grid/paging.ts";
import { allMatching, choose, NOTHING } from "../src/grid/selection.ts";
import { type HeldPage, merged, newsOf, newsWords, unlisted, withFates } from "../src/grid/sticky.ts";
import { alike, isHostSaid, telling } from "../src/grid/telling.ts";

const read = (query: string) => readAddress(new URLSearchParams(query));
const column = (name: string, more: Partial<ColumnMeta> = {}): ColumnMeta => ({
  name,
  label: name,
  kind: "text",
  is_editable: false,
  is_sortable: false,
  width: 100,
  hidden: false,
  ...more,
});

test("an address is read with care: what it cannot mean is left out", () => {
  assert.deepEqual(read("status=New&status=Nonsense&page=-3&size=x&review=1").status, ["New"]);
  assert.equal(read("page=-3").page, 1);
  assert.equal(read("size=1e999").size, null);
  assert.equal(read("page=1.5").page, 1);
});

test("a link to a view means what the view says, until something else is said", () => {
  const content = {
    status: ["Error" as const],
    search: "kite",
    sort: "-score",
    origin: null,
    group: null,
    columns: null,
    frozen: 0,
    density: "compact" as const,
  };
  assert.equal(withView(read("view=7"), content).search, "kite");
  assert.equal(withView(read("view=7&q=other"), content).status.length, 0);
  assert.equal(filterParameters({ status: [], search: "", sort: null, origin: null }, "7").view, null);
  assert.equal(filterParameters({ status: [], search: "x", sort: null, origin: null }, "7").page, null);
});

test("of an address whose host stands in the e-mail address beside it the path is enough", () => {
  const all = columnsOf({
    columns: [column("email", { kind: "email" }), column("source", { kind: "url" })],
    title_column: "email",
    sorts: [],
  });
  const source = "https://www.acme.example/team";
  assert.ok(isHostSaid(source, { email: "Ana@Acme.example" }, all));
  assert.ok(!isHostSaid(source, { email: "ana@notacme.example" }, all));
  assert.ok(!isHostSaid(source, { email: null }, all));
  assert.ok(!isHostSaid("https://acme.example/", { email: "ana@acme.example" }, all), "there is no more than the host");
});

test("where room is short, columns that tell no row from the others give way, and the time of the last change first", () => {
  const columns = [
    column("name", { width: null }),
    column("source"),
    column("city"),
    column("phone", { kind: "phone" }),
    column("updated_at", { kind: "moment" }),
  ];
  const seen = placed(columnsOf({ columns, title_column: "name", sorts: [] }), []).filter(({ column: { name } }) =>
    columns.some((each) => each.name === name),
  );
  const rows = Array.from({ length: 10 }, (_, at) => ({
    name: `Acme ${at}`,
    source: "osm",
    city: at < 5 ? "Austin" : "Dallas",
    phone: "+1 512 555 0100",
    updated_at: "2026-01-01",
  })) as unknown as Row[];
  const surplus = alike(seen, rows, "");
  assert.deepEqual([...surplus], ["source", "updated_at"]);
  const names = (room: number) => withoutSurplus(seen, room, surplus).map(({ column: { name } }) => name);
  assert.equal(names(2_000).length, 5);
  assert.deepEqual(names(CHECKBOX_WIDTH + 190 + 4 * 100 - 1), ["name", "source", "city", "phone"]);
  assert.deepEqual(names(100), ["name", "city", "phone"]);
  assert.equal(withoutSurplus(seen, 0, surplus).length, 5, "nothing gives way to a room that nobody measured");
  assert.deepEqual([...alike(seen, rows, "-source")], ["updated_at"], "what the rows are sorted by stays");
  assert.deepEqual([...alike(seen, rows.slice(1), "")], ["updated_at"], "few rows are alike by chance");
});

test("states are chosen alone or together", () => {
  assert.deepEqual(toggledState(["New"], "Error", false), ["Error"]);
  assert.deepEqual(toggledState(["New"], "New", false), ["New"]);
  assert.deepEqual(toggledState(["New"], "Error", true), ["New", "Error"]);
  assert.deepEqual(toggledState(["New", "Error"], "New", true), ["Error"]);
  assert.deepEqual(toggledState(["New", "Error"], "New", false), ["New"]);
  assert.ok(
    sameFilter(
      { states: ["New", "Error"], search: "", origin: null },
      { states: ["Error", "New"], search: "", origin: null },
    ),
  );
});

test("an order cycles upwards, downwards, none", () => {
  assert.equal(nextSort(null, "score"), "score");
  assert.equal(nextSort("score", "score"), "-score");
  assert.equal(nextSort("-score", "score"), null);
  assert.equal(nextSort("-score", "title"), "title");
});

test("the state stands straight after the title, and nothing stands twice", () => {
  const names = columnsOf({
    columns: [column("url"), column("title"), column("updated_at")],
    title_column: "title",
    sorts: ["-updated_at"],
  }).map(({ name }) => name);
  assert.deepEqual(names.slice(0, 6), ["title", "state", "tags", "note", "url", "updated_at"]);
  assert.equal(new Set(names).size, names.length);
  assert.ok(
    columnsOf({ columns: [], title_column: null, sorts: ["-updated_at"] }).find(({ name }) => name === "updated_at")
      ?.is_sortable,
  );
});

test("messages of errors take the room that nothing else needs", () => {
  const all = placed(columnsOf({ columns: [column("title")], title_column: "title", sorts: [] }), []);
  const seen = all.filter(({ column: { name } }) => name === "title" || name === "error");
  const [title = 0, error = 0] = fitted(seen, 1_600);
  assert.equal(title + error + CHECKBOX_WIDTH, 1_600);
  assert.ok(error > 3 * title);
});

test("what would be the same of every row is left out", () => {
  const all = placed(columnsOf({ columns: [column("title")], title_column: "title", sorts: [] }), []);
  const names = (states: State[]) =>
    telling(
      all.filter(({ hidden }) => !hidden),
      states,
      [],
    ).map((each) => each.column.name);
  assert.deepEqual(names([]), ["title", "state", "updated_at", "error"]);
  assert.deepEqual(names(["New"]), ["title"]);
  assert.deepEqual(names(["Complete"]), ["title", "state", "updated_at"], "with what became of each");
  assert.deepEqual(names(["Error"]), ["title", "updated_at", "error"]);
  assert.deepEqual(names(["Queued", "Processing"]), ["title", "state", "updated_at"]);
});

test("a column that no row of the page fills, or that says what the title says, gives its room away", () => {
  const columns = [
    column("url", { kind: "url" }),
    column("domain"),
    column("kind"),
    column("phone", { kind: "phone" }),
  ];
  const all = placed(columnsOf({ columns, title_column: "url", sorts: [] }), []).filter(({ hidden }) => !hidden);
  const row = { url: "https://www.acme.example/contact", domain: "acme.example", kind: null, phone: null };
  const names = (rows: object[], sort = "") =>
    telling(all, ["New"], rows as Row[], sort).map((each) => each.column.name);
  assert.deepEqual(names([row]), ["url", "phone"], "and a number that nobody has is told by its column");
  assert.deepEqual(names([row], "-kind"), ["url", "kind", "phone"]);
  assert.deepEqual(names([row, { ...row, domain: "else.example", kind: "contact" }]), [
    "url",
    "domain",
    "kind",
    "phone",
  ]);
});

test("a column without values takes no room from those that have some, and an e-mail address is whole", () => {
  const [title, email, role] = placed(
    columnsOf({
      columns: [
        column("title", { width: null }),
        column("email", { kind: "email", width: null }),
        column("role", { width: null }),
      ],
      title_column: "title",
      sorts: [],
    }),
    [],
  ).filter(({ column: { part, name } }) => part !== "state" && ["title", "email", "role"].includes(name));
  assert.ok(title && email && role);
  const natural = new Map([
    ["title", 200],
    ["email", 240],
    ["role", naturalWidth("role", [])],
  ]);
  const columns = withNatural([title, email, role], natural);
  const roomy = fitted(columns, 1_000);
  assert.equal(roomy[2], natural.get("role"));
  assert.ok((roomy[1] ?? 0) > 240);
  assert.equal(fitted(columns, CHECKBOX_WIDTH + 504)[1], 240, "of which the end tells as much as the rest");
});

test("an arrangement is kept when columns come and go", () => {
  const columns = columnsOf({
    columns: [column("title"), column("url"), column("fresh")],
    title_column: "title",
    sorts: [],
  });
  const kept = [
    { name: "url", width: 300, hidden: false },
    { name: "removed", width: 80, hidden: false },
    { name: "title", width: null, hidden: true },
  ];
  const all = placed(columns, kept);
  assert.deepEqual(
    all.slice(0, 4).map((each) => [each.column.name, each.hidden]),
    [
      ["url", false],
      ["tags", false],
      ["note", false],
      ["title", true],
    ],
    "tags and notes are seen, also by those who arranged their columns before",
  );
  assert.ok(all.find((each) => each.column.name === "fresh")?.hidden, "a column that came later waits to be chosen");
  assert.deepEqual(
    written(all, kept).filter(({ name }) => name === "url" || name === "title"),
    [kept[0], kept[2]],
  );
});

test("room that is left goes to columns that nobody sized", () => {
  const [title, , , url] = placed(
    columnsOf({ columns: [column("title"), column("url")], title_column: "title", sorts: [] }),
    [
      { name: "title", width: null, hidden: false },
      { name: "url", width: 200, hidden: false },
    ],
  );
  assert.ok(title && url);
  assert.deepEqual(fitted([title, url], CHECKBOX_WIDTH + 350), [150, 200]);
  assert.deepEqual(
    fitted([{ ...title, width: 260 }, url], CHECKBOX_WIDTH + 440),
    [240, 200],
    "or is given up where there is too little",
  );
  assert.deepEqual(fitted([{ ...title, width: 260 }, url], 100), [150, 200], "as far as it can be read");
  assert.deepEqual(frozenOffsets([100, 200, 50], 2), [CHECKBOX_WIDTH, CHECKBOX_WIDTH + 100]);
  assert.equal(bounded(3), 56);
});

test("a column is as wide as most of its values need, within reason", () => {
  assert.equal(naturalWidth("City", ["Austin", "Austin", "Llanfairpwllgwyngyll"].slice(0, 2)), 70);
  assert.equal(naturalWidth("Title", ["x".repeat(900)]), 300);
  assert.ok(naturalWidth("Domain found", []) > 100);
  const [free, , , sized] = placed(
    columnsOf({
      columns: [column("title", { width: null }), column("url", { width: null })],
      title_column: "title",
      sorts: [],
    }),
    [
      { name: "title", width: null, hidden: false },
      { name: "url", width: 90, hidden: false },
    ],
  );
  assert.ok(free && sized);
  assert.deepEqual(
    withNatural(
      [free, sized],
      new Map([
        ["title", 230],
        ["url", 222],
      ]),
    ).map(({ width }) => width),
    [230, 90],
  );
});

test("a column moves to another place and stays inside", () => {
  const all = ["a", "b", "c"].map((name) => ({ name, width: null, hidden: false }));
  const names = (name: string, to: number) =>
    moved(all, name, to)
      .map((each) => each.name)
      .join("");
  assert.equal(names("c", 0), "cab");
  assert.equal(names("a", 99), "bca");
  assert.equal(names("b", -1), "bac");
  assert.equal(names("unknown", 0), "abc");
  assert.equal(changed(all, "b", { width: 70 })[1]?.width, 70);
});

test("pages are numbered at first and go from neighbour to neighbour beyond", () => {
  const shown = { items: [], next: "N", previous: "P", total: 1_000_000, total_is_estimate: true };
  assert.deepEqual(nextPlace({ page: 1, after: null }, 50, shown), { page: 2, after: null });
  assert.deepEqual(nextPlace({ page: 200, after: null }, 50, shown), { page: 201, after: "N" });
  assert.deepEqual(previousPlace({ page: 300, after: "x" }, 50, shown), { page: 299, after: "P" });
  assert.deepEqual(previousPlace({ page: 201, after: "x" }, 50, shown), { page: 200, after: null });
  assert.equal(previousPlace({ page: 1, after: null }, 50, shown), null);
  assert.equal(nextPlace({ page: 1, after: null }, 50, { ...shown, next: null }), null);
  assert.deepEqual(rowRange(3, 50, 12), [101, 112]);
  assert.equal(rowRange(1, 50, 0), null);
});

test("a jump says why it cannot be made", () => {
  assert.deepEqual(jump("12", 50, 1_000_000, 100_000), { page: 12, after: null });
  assert.match(String(jump("2002", 50, 1_000_000, 100_000)), /deeper/);
  assert.match(String(jump("99", 50, 100, 100_000)), /2 pages/);
  assert.match(String(jump("two", 50, 100, 100_000)), /number/);
});

const row = (id: string, state: State = "New"): Row => ({
  id,
  state,
  created_at: "",
  updated_at: "",
  curation_status: state,
  processing_status: null,
  error: null,
  outcome: null,
  attempts: 0,
  tags: [],
  note: null,
});
const page = (...items: Row[]): Page => ({
  items,
  total: items.length,
  total_is_estimate: false,
  through: "",
  page: 1,
  size: 50,
  next: null,
  previous: null,
});

test("rows stay where they are; new ones are counted, not put in", () => {
  const before = merged(undefined, { ...page(row("a"), row("b"), row("c")), next: "N" });
  const after = merged(before, page(row("new"), row("a", "Queued"), row("c"), row("from the next page")));
  assert.deepEqual(
    after.items.map(({ id, state }) => [id, state]),
    [
      ["a", "Queued"],
      ["b", "New"],
      ["c", "New"],
    ],
  );
  assert.deepEqual(after.gone, ["b"]);
  assert.equal(after.arrived, 1);
  assert.equal(merged(before, page(row("x"))).arrived, 0);
});

test("rows that come after the last of all stand below it, and an empty page fills", () => {
  const ids = ({ items, arrived }: HeldPage) => [items.map(({ id }) => id).join(""), arrived];
  const empty = merged(undefined, page());
  assert.deepEqual(ids(merged(empty, page(row("a"), row("b")))), ["ab", 0]);
  const before = merged(undefined, page(row("b"), row("c")));
  assert.deepEqual(ids(merged(before, page(row("a"), row("b"), row("c"), row("d")))), ["bcd", 1]);
  assert.deepEqual(ids(merged(before, page(row("x")))), ["bcx", 0], "also below rows that are gone");
  assert.deepEqual(
    ids(merged({ ...before, size: 2 }, { ...page(row("x")), size: 2 })),
    ["bc", 1],
    "as far as there is room",
  );
});

test("rows that newer ones push to the next page still match", () => {
  const before = merged(undefined, { ...page(row("a"), row("b"), row("c")), total: 9, next: "N" });
  const pushed = merged(before, { ...page(row("new"), row("a"), row("b")), total: 10, next: "N" });
  assert.deepEqual([pushed.gone, pushed.arrived], [[], 1]);
  const allPushed = merged(before, { ...page(row("x"), row("y"), row("z")), total: 12, next: "N" });
  assert.deepEqual([allPushed.gone, allPushed.arrived], [[], 3]);
  const taken = merged(before, { ...page(row("x"), row("y"), row("z")), total: 6, next: "N" });
  assert.deepEqual([taken.gone, taken.arrived], [["a", "b", "c"], 0]);
  const lastTaken = merged(before, { ...page(row("a"), row("b"), row("from the next page")), total: 8, next: "N" });
  assert.deepEqual(lastTaken.gone, ["c"]);
});

test("rows that moved up to the page before still match", () => {
  const before = merged(undefined, {
    ...page(row("a"), row("b"), row("c")),
    total: 9,
    page: 2,
    next: "N",
    previous: "P",
  });
  const fresh = { ...page(row("b"), row("c"), row("d")), total: 8, page: 2, next: "N", previous: "P" };
  const pulled = merged(before, fresh);
  assert.deepEqual([pulled.gone, pulled.arrived], [[], 0]);
  assert.deepEqual(merged(before, { ...fresh, ...page(row("c"), row("d"), row("e")), page: 2 }).gone, []);
  assert.deepEqual(merged(before, { ...fresh, page: 1 }).gone, ["a"], "a page by cursor begins where it did");
  const between = merged(before, { ...fresh, items: [row("a"), row("c"), row("d")] });
  assert.deepEqual(between.gone, ["b"]);
});

test("what others changed is told apart from what was seen to change", () => {
  const held: HeldPage = {
    ...merged(undefined, page(row("a"), row("b", "Queued"), row("c"))),
    gone: ["a", "b"],
    byOthers: [],
    arrived: 2,
  };
  const decide = { states: ["New" as const], search: "" };
  assert.deepEqual(newsOf(held, decide), { arrived: 2, isAll: false, byOthers: 1, unmatched: 1 });
  assert.equal(newsWords(newsOf(held, decide)), "2 new rows · 1 row changed by others · 1 row no longer matches");
  assert.equal(newsWords({ arrived: 0, isAll: false, byOthers: 0, unmatched: 0 }), "");
  assert.equal(newsWords({ arrived: 50, isAll: true, byOthers: 0, unmatched: 0 }), "50 and more new rows");
});

test("rows that the server lists no more say what they became, where they stand", () => {
  const before = merged(undefined, page(row("a"), row("b"), row("c"), row("d", "Skipped")));
  const fresh = page(row("c"));
  const laid = merged(before, fresh);
  assert.deepEqual(unlisted(laid, fresh), ["a", "b", "d"]);
  const told = withFates(laid, [row("b", "Queued"), row("a"), row("d", "Skipped")], ["New"]);
  assert.deepEqual(
    told.items.map(({ id, state }) => id + state),
    ["aNew", "bQueued", "cNew", "dSkipped"],
  );
  assert.equal(told.items[0], laid.items[0], "what did not change stays the same object");
  assert.deepEqual(told.gone, ["a", "b", "d"]);
  const words = newsWords(newsOf(told, { states: ["New"], search: "" }));
  assert.equal(words, "2 rows changed by others · 1 row no longer matches");
  assert.equal(newsWords(newsOf(merged(told, fresh), { states: ["New"], search: "" })), words, "also the next time");
});

test("rows that a search no longer finds are not called the doing of others", () => {
  const held: HeldPage = {
    ...merged(undefined, page(row("a", "Queued"), row("b", "Error"), row("c", "Error"))),
    gone: ["a", "b"],
    byOthers: [],
  };
  assert.equal(newsWords(newsOf(held, { states: [], search: "error:timeout" })), "2 rows no longer match");
  assert.equal(newsWords(newsOf(held, { states: ["Error"], search: "error:timeout" })), "2 rows no longer match");
});

test("a row that did not change stays the same object", () => {
  const before = merged(undefined, page(row("a"), row("b")));
  const after = merged(before, page(row("a"), row("b", "Error")));
  assert.equal(after.items[0], before.items[0]);
  assert.notEqual(after.items[1], before.items[1]);
});

test("the host of a row is its domain, a title that is one, or its address's", () => {
  const about = (names: string[], url: string | null, values: object) =>
    hostOf(
      { columns: names.map((name) => column(name)), title_column: names[0] ?? null, url_column: url },
      { ...row("a"), ...values },
    );
  assert.equal(
    about(["title", "domain", "url"], "url", { domain: "acme.example", url: "https://www.acme.example/x" }),
    "acme.example",
  );
  assert.equal(
    about(["title", "domain", "url"], "url", { domain: null, url: "https://www.acme.example/x" }),
    null,
    "where `host:` would not find it",
  );
  assert.equal(about(["name"], null, { name: "acme.example" }), "acme.example");
  assert.equal(
    about(["title", "url"], "url", { title: "Acme & Sons", url: "https://www.acme.example/x" }),
    "www.acme.example",
  );
  assert.equal(about(["title", "url"], "url", { title: "x", url: "javascript:alert(1)" }), null);
});

test("an export takes what is chosen, else what is filtered", () => {
  const filter = { states: ["New" as const, "Error" as const], search: "red & kite", origin: null };
  assert.equal(
    exportAddress("page_curation", filter, NOTHING),
    "/exports?workflow=page_curation&status=New&status=Error&q=red+%26+kite",
  );
  assert.equal(
    exportAddress("page_curation", filter, choose(NOTHING, ["a", "b"], true)),
    "/exports?workflow=page_curation&ids=a%2Cb",
  );
});

test("a decision can be said as a command, whatever is in the filter", () => {
  const wanted = {
    workflow: { path: "/api/v3/page-curation" },
    status: "Queued" as const,
    expected: 12,
    user: "ana",
    origin: "http://127.0.0.1:8000",
  };
  const command = asCommand({
    ...wanted,
    selection: allMatching({ states: ["New"], search: "it's $(rm)", origin: null }),
  });
  assert.ok(command.includes("/status/by-filter'") && command.includes(`"expected_count":12`));
  assert.ok(command.includes(`it'\\''s $(rm)`));
  assert.ok(asCommand({ ...wanted, selection: choose(NOTHING, ["a"], true) }).includes(`"ids":["a"]`));
  assert.equal(shellQuoted("a'b"), "'a'\\''b'");
});

test("while the map hides the rows, a key is about the place in the drawer or about nothing", () => {
  const rows = { hidesRows: false, item: "x", active: "b", isMeant: true, order: ["a", "b"] };
  assert.equal(meantRow(rows), "b");
  assert.equal(meantRow({ ...rows, isMeant: false, item: null }), null, "nobody pointed at it");
  assert.equal(meantRow({ ...rows, active: "gone", item: null }), null);
  assert.equal(meantRow({ ...rows, isMeant: false }), "x", "keys are about what is open");
  assert.equal(meantRow({ ...rows, active: "gone" }), "x");
  assert.equal(meantRow({ ...rows, hidesRows: true }), "x");
  assert.equal(meantRow({ ...rows, hidesRows: true, item: null }), null);
});

test("a facet's value is told in words, whatever it is called", () => {
  assert.deepEqual([true, "false", "no_website", 7].map(inWords), ["Yes", "No", "no website", "7"]);
  for (const name of ["constructor", "toString", "__proto__"]) assert.equal(inWords(name), name);
});

test("rows that were decided about leave the count of their state and are in that of the decision", () => {
  const counts = { New: 433, Queued: 0, Processing: 0, Complete: 171, Error: 0, Skipped: 0 };
  assert.deepEqual(movedCounts(counts, { New: 433 }, "Skipped"), { ...counts, New: 0, Skipped: 433 });
  assert.deepEqual(movedCounts(counts, { New: 2, Complete: 1 }, "Queued"), {
    ...counts,
    New: 431,
    Complete: 170,
    Queued: 3,
  });
  assert.deepEqual(movedCounts(counts, { Complete: 5 }, "Complete"), counts);
});
