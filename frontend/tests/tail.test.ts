import assert from "node:assert/strict";
import test from "node:test";
import type { LiveRow } from "../src/api/types.ts";
import { withRows } from "../src/overview/tail.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();

function row(id: string, state: LiveRow["state"], minute: number): LiveRow {
  return {
    id,
    state,
    curation_status: "Queued",
    processing_status: state,
    error: null,
    outcome: null,
    attempts: 1,
    updated_at: at(minute),
    title: id,
  };
}

test("a row that goes on moves up in the tail and is there once", () => {
  const first = withRows(
    [],
    { kind: "rows", workflow: "w", rows: [row("a", "Processing", 1), row("b", "Complete", 2)] },
    10,
  );
  const then = withRows(first, { kind: "rows", workflow: "w", rows: [row("a", "Complete", 3)] }, 10);
  assert.deepEqual(
    then.map(({ id, state }) => [id, state]),
    [
      ["a", "Complete"],
      ["b", "Complete"],
    ],
  );
});

test("the same id in two workflows is two rows of the tail, which is capped", () => {
  const tail = withRows(
    withRows([], { kind: "rows", workflow: "v", rows: [row("a", "New", 1)] }, 2),
    { kind: "rows", workflow: "w", rows: [row("a", "New", 2)] },
    2,
  );
  assert.equal(tail.length, 2);
  assert.equal(withRows(tail, { kind: "rows", workflow: "w", rows: [row("c", "New", 3)] }, 2).length, 2);
});
