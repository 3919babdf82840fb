import assert from "node:assert/strict";
import { test } from "node:test";
import { isAskedFirst, meantStates, recipients, sentWords, verbOf, withoutAddressWords } from "../src/api/sending.ts";

const OUTSIDE = { hands_over: true };
const INSIDE = { hands_over: false };

test("what leaves the product is called sending, wherever it is decided", () => {
  assert.equal(verbOf("Queued", OUTSIDE), "Send");
  assert.equal(verbOf("Queued", INSIDE), "Queue");
  assert.equal(verbOf("Skipped", OUTSIDE), "Skip");
});

test("a group's rows that were sent are not sent again, unless they alone are chosen", () => {
  assert.deepEqual(meantStates("Queued", OUTSIDE, []), ["New", "Queued", "Processing", "Error", "Skipped"]);
  assert.deepEqual(meantStates("Queued", OUTSIDE, ["New", "Complete"]), ["New"]);
  assert.deepEqual(meantStates("Queued", OUTSIDE, ["Complete"]), ["Complete"]);
  assert.deepEqual(meantStates("Skipped", OUTSIDE, []), []);
  assert.deepEqual(meantStates("Queued", INSIDE, []), []);
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
  assert.ok(isAskedFirst(21, false, "HubSpot", 1000) && !isAskedFirst(20, false, "HubSpot", 1000));
  assert.ok(isAskedFirst(2, true, "HubSpot", 1000), "everything that matches may be more than is seen");
  assert.ok(!isAskedFirst(21, true, null, 1000) && isAskedFirst(1001, false, null, 1000));
});

test("the note of a decision says who gets the rows, and keeps what else the server said", () => {
  const said = "Updated 1,157 rows to Queued. 1 of them is suppressed and will not be sent.";
  assert.equal(sentWords(said, "HubSpot"), "1,157 rows go to HubSpot. 1 of them is suppressed and will not be sent.");
  assert.equal(sentWords("Updated 1 row to Queued.", "Brevo"), "1 row goes to Brevo.");
});
