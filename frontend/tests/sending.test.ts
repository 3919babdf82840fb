import assert from "node:assert/strict";
import { test } from "node:test";
import { recipients, sentWords, verbOf, withoutAddressWords } from "../src/api/sending.ts";
import { isAskedFirst, openStates } from "../src/grid/asking.ts";

const OUTSIDE = { hands_over: true };
const INSIDE = { hands_over: false };

test("what leaves the product is called sending, wherever it is decided", () => {
  assert.equal(verbOf("Queued", OUTSIDE), "Send");
  assert.equal(verbOf("Queued", INSIDE), "Queue");
  assert.equal(verbOf("Skipped", OUTSIDE), "Skip");
});

test("of several sorts together what is done stays as it is, unless it alone is chosen", () => {
  assert.deepEqual(openStates([]), ["New", "Queued", "Processing", "Error", "Skipped"]);
  assert.deepEqual(openStates(["New", "Complete"]), ["New"]);
  assert.deepEqual(openStates(["Complete"]), ["Complete"]);
});

test("who gets it is named, and nobody where nothing is set up", () => {
  assert.equal(recipients(OUTSIDE, { delivery_targets: ["webhook", "hubspot"] }), "your webhook and HubSpot");
  assert.equal(recipients(OUTSIDE, { delivery_targets: ["a package's own"] }), "a package's own");
  assert.equal(recipients(OUTSIDE, { delivery_targets: [] }), null);
  assert.equal(recipients(INSIDE, { delivery_targets: ["webhook"] }), null);
});

test("who cannot be written to is counted before contacts are sent", () => {
  assert.equal(withoutAddressWords(0, 3), "");
  assert.equal(withoutAddressWords(1, 3), "1 of them has no e-mail address.");
  assert.equal(withoutAddressWords(2, 3), "2 of them have no e-mail address.");
  assert.equal(withoutAddressWords(1, 1), "It has no e-mail address.");
  assert.equal(withoutAddressWords(25, 25), "All 25 have no e-mail address.");
});

test("many rows that go outside are asked about, few are not, and others only when they are very many", () => {
  const chosen = { status: "Queued" as const, unseen: 0, done: 0, to: "HubSpot", isAll: false };
  assert.ok(isAskedFirst({ ...chosen, count: 21 }, 1000) && !isAskedFirst({ ...chosen, count: 20 }, 1000));
  assert.ok(isAskedFirst({ ...chosen, count: 2, isAll: true }, 1000), "everything that matches goes outside");
  const inside = { ...chosen, to: null };
  assert.ok(!isAskedFirst({ ...inside, count: 21, isAll: true }, 1000));
  assert.ok(isAskedFirst({ ...inside, count: 1001 }, 1000));
});

test("rows that nobody sees, that would run and be paid again, or that many become New are asked about", () => {
  const chosen = { status: "Queued" as const, count: 9, unseen: 0, done: 0, to: null, isAll: true };
  assert.ok(!isAskedFirst(chosen, 1000));
  assert.ok(isAskedFirst({ ...chosen, unseen: 1 }, 1000));
  assert.ok(isAskedFirst({ ...chosen, done: 2 }, 1000) && isAskedFirst({ ...chosen, done: 9 }, 1000));
  assert.ok(isAskedFirst({ ...chosen, status: "Skipped", done: 2 }, 1000), "they were skipped by the way");
  assert.ok(!isAskedFirst({ ...chosen, status: "Skipped", done: 9 }, 1000), "nothing but these was chosen");
  assert.ok(isAskedFirst({ ...chosen, status: "New", count: 21 }, 1000));
  assert.ok(!isAskedFirst({ ...chosen, status: "New", count: 20, done: 20 }, 1000));
});

test("the note of a decision says who gets the rows, and keeps what else the server said", () => {
  const said = "Updated 1,157 rows to Queued. 1 of them is suppressed and will not be sent.";
  assert.equal(sentWords(said, "HubSpot"), "1,157 rows go to HubSpot. 1 of them is suppressed and will not be sent.");
  assert.equal(sentWords("Updated 1 row to Queued.", "Brevo"), "1 row goes to Brevo.");
});
