import assert from "node:assert/strict";
import { test } from "node:test";
import { guessedKind, typed } from "../src/detail/edits.ts";
import { differs } from "../src/detail/pairs.ts";

test("what is typed becomes what the column holds", () => {
  assert.deepEqual([typed(" 12 ", "number"), typed("12", "text"), typed(" ", "text"), typed("x", "number")], [12, "12", null, "x"]);
});

test("columns that are not described are shown by what they hold", () => {
  assert.deepEqual([guessedKind("cost_micros", 5), guessedKind("created_at", "2026-01-01T00:00:00Z"), guessedKind("website", "https://a.example"), guessedKind("facts", {}), guessedKind("page_id", "x")], ["money_micros", "moment", "url", "json", "id"]);
});

test("values that only spell differently do not differ", () => {
  assert.equal(differs("https://www.cedar.example/", "cedar.example"), false);
  assert.equal(differs("+1 (512) 555-0100", "+15125550100"), false);
  assert.equal(differs("1 Main St., Austin", "1 main st Austin"), false);
  assert.equal(differs("Cedar", "Oak"), true);
  assert.equal(differs(null, "Oak"), false);
});
