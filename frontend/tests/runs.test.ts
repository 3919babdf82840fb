import assert from "node:assert/strict";
import test from "node:test";
import { endingOf, isFresh, tookSeconds } from "../src/runs/endings.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();

test("an ending that is not known is shown by its name", () => {
  assert.equal(endingOf("retry").word, "Again");
  assert.equal(endingOf("toString").word, "toString");
});

test("a run is fresh for two minutes after its last line", () => {
  const run = { started_at: at(0), ended_at: at(1) };
  assert.equal(tookSeconds(run), 60);
  assert.ok(isFresh(run, new Date(at(2)).getTime()));
  assert.ok(!isFresh(run, new Date(at(4)).getTime()));
});
