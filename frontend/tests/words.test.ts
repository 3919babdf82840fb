import assert from "node:assert/strict";
import { test } from "node:test";
import { retriedWords } from "../src/api/decide.ts";
import type { RowFilter, State } from "../src/api/types.ts";
import { operationWords } from "../src/audit/operations.ts";
import { closedWords } from "../src/follow/stages.ts";
import { emptiness, showWords } from "../src/grid/emptiness.ts";
import { numberWords } from "../src/importing/countries.ts";
import { sheetWords, sumWords } from "../src/importing/subjects.ts";
import { shortAddress } from "../src/text/address.ts";
import { capitalised, choiceWords, reachedWord, toldValue } from "../src/text/choices.ts";
import { amount, plural } from "../src/text/numbers.ts";
import { ago, span } from "../src/text/time.ts";

test("an address whose mailbox nobody was asked for is not called valid", () => {
  assert.equal(choiceWords(String(toldValue("verification", "valid", "domain"))), "domain takes mail");
  assert.equal(toldValue("verification", "valid", "mailbox"), "valid");
  assert.equal(toldValue("verification", "disposable", "domain"), "disposable");
  assert.equal(toldValue("name", "valid", "domain"), "valid");
});

test("what fell short and what did not stand side by side in words", () => {
  assert.deepEqual([reachedWord("not sent"), capitalised("not sent")], ["Sent", "Not sent"]);
  assert.equal(reachedWord("came to nothing"), "Complete");
});

const short = (url: string): string => {
  const { host, rest } = shortAddress(url);
  return host + rest;
};

test("an address begins with its host and ends as it ends, without scheme, www and tracking", () => {
  assert.equal(short("https://www.acme.example/"), "acme.example");
  assert.equal(
    short("http://m.facebook.com/lone-star-dental/?ref=m_notif&fbclid=x"),
    "m.facebook.com/lone-star-dental/",
  );
  assert.equal(short("https://acme.example/en/about/team.html"), "acme.example/…/team.html");
  assert.equal(short("https://acme.example/?utm_source=g&page=2"), "acme.example/?page=2");
  assert.equal(short("https://user:secret@acme.example:8080/a#b"), "acme.example:8080/a#b");
  assert.equal(short("acme.example"), "acme.example");
});

test("what is long ago is said by its date, and long spans by months and years", () => {
  const now = Date.parse("2026-11-16T00:00:00Z");
  assert.equal(ago("2026-11-15T22:00:00Z", now), "2 h ago");
  assert.equal(ago("2026-10-16T00:00:00Z", now), "31 d ago");
  assert.match(ago(new Date(new Date(now).getTime() + 30 * 86_400_000), now), /^in (30|29) d$/);
  assert.equal(ago(new Date(new Date(now).getTime() + 5_000), now), "0 s ago");
  assert.match(ago("2022-11-28T12:00:00Z", now), /2022/);
  assert.doesNotMatch(ago("2022-11-28T12:00:00Z", now), /ago| d/);
  assert.equal(span(86_400 * 100), "3 mo");
  assert.equal(span(86_400 * 1_449), "3 y");
});

test("one is one", () => {
  assert.equal(plural(1, "place"), "1 place");
  assert.equal(amount(1, "requests"), "1 request");
  assert.equal(amount(8, "requests"), "8 requests");
});

const filter = (states: State[], more: Partial<RowFilter> = {}): RowFilter => ({
  states,
  search: "",
  origin: null,
  ...more,
});

test("an empty tab says what is true", () => {
  const all = { New: 0, Queued: 2, Complete: 25 };
  const why = (wanted: RowFilter, counts = all) => emptiness({ filter: wanted, counts, all });
  assert.equal(
    emptiness({ filter: filter(["New"]), counts: { New: 0 }, all: { New: 0 } })?.title,
    "Nothing came here yet.",
  );
  assert.deepEqual(why(filter(["New"])), {
    title: "Everything here is decided.",
    words: "Of 27 rows: 2 Queued, 25 Complete.",
    remedy: "go-on",
  });
  assert.equal(why(filter(["Error"]))?.title, "Nothing failed here.");
  assert.equal(why(filter(["Error", "Skipped"]))?.title, "No row is Error or Skipped.");
  assert.deepEqual(why(filter(["New"], { search: "kite" }), { New: 0, Queued: 0, Complete: 0 }), {
    title: "Your search hides all 27 rows.",
    words: "Nothing matches kite.",
    remedy: "any-search",
  });
  assert.equal(why(filter([], { origin: "lists:1" }), { New: 0, Queued: 0, Complete: 0 })?.remedy, "any-origin");
  assert.equal(why(filter(["New"]), { ...all, New: 3 }), null, "rows that are counted are on their way");
  assert.equal(emptiness({ filter: filter([]), counts: undefined, all }), null);
  assert.equal(showWords({ New: 0, Skipped: 1 }), "Show the skipped row");
  assert.equal(showWords({ Skipped: 2, Complete: 1_200 }), "Show the 1,202 rows");
  assert.equal(retriedWords("Updated 1 row to Queued.", "Martin Dental"), "Martin Dental will be tried again.");
  assert.equal(retriedWords("Updated 12 rows to Queued. 1 is left.", null), "12 rows will be tried again. 1 is left.");
});

test("how many closed ones were left out is said", () => {
  const statuses = [
    { value: "permanently_closed", count: 2 },
    { value: "CLOSED_TEMPORARILY", count: 1 },
    { value: "open", count: 9 },
  ];
  assert.equal(closedWords(statuses), "3 closed left out. ");
  assert.equal(closedWords([{ value: "open", count: 9 }]), "");
});

test("of several sheets it is said which is read, and what the others have", () => {
  const preview = {
    sheet: "Kontakte",
    sheets: ["Kontakte", "Old leads", "Notes"],
    sheet_lines: { Kontakte: 9, "Old leads": 2, Notes: 0 },
  };
  assert.equal(sheetWords(preview), "3 sheets; this one has 9 lines below known headings, Old leads has 2.");
  const alone = { ...preview, sheet_lines: { Kontakte: 1 } };
  assert.equal(sheetWords(alone), "3 sheets; this one has 1 line below known headings, the others none.");
});

test("an operation is told as the screens call it, and one without words of its own still reads", () => {
  assert.equal(operationWords("update_contact_status_batch"), "decide about contact");
  assert.equal(operationWords("update_page_status_by_filter"), "decide about all matching page");
  assert.equal(operationWords("make_export"), "make export");
  const pages = [{ name: "page_curation", title: "Pages" }];
  assert.equal(operationWords("update_page_curation_status_batch", pages), "decide about Pages");
});

test("how far an address was checked is said in whole words", () => {
  assert.equal(choiceWords("role"), "role address");
  assert.equal(choiceWords("domain"), "domain takes mail");
  assert.equal(choiceWords("no_reply"), "no reply");
});

test("what a file comes to is told in rows, not in lines", () => {
  const sum = { made: 2, there: 1, repeated: 2, losing: 1, seeming: 1, businesses: 0 };
  const rows = Array.from({ length: 6 });
  assert.equal(
    sumWords({ sum, refused: 1, rows }, "businesses"),
    "6 lines: 2 new businesses, 1 business that was there already, 2 lines that repeat one above, 1 of the new ones may be there already, 1 line that loses values, 1 line refused.",
  );
  assert.equal(
    sumWords(
      { sum: { made: 3, there: 0, repeated: 0, losing: 0, seeming: 0, businesses: 1 }, refused: 0, rows: [1, 2] },
      "contacts",
    ),
    "2 lines: 3 new contacts. With them 1 new business.",
  );
});

test("numbers without a country say how many could be read, and what becomes of the others", () => {
  const numbers = { without_country: 4, unread: 4 };
  assert.match(numberWords(numbers, ""), /^4 numbers are written without a country and cannot be read/);
  assert.equal(
    numberWords({ ...numbers, unread: 0 }, "DE"),
    "4 numbers without a country are read as numbers of Germany.",
  );
  assert.equal(
    numberWords({ ...numbers, unread: 1 }, "US"),
    "3 of 4 numbers without a country can be read as numbers of United States; 1 cannot, and is kept as written.",
  );
});
