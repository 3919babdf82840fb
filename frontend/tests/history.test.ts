import assert from "node:assert/strict";
import test from "node:test";
import type { Job, SettingChange } from "../src/api/types.ts";
import { didWords, isUndoable, settingTitle, settingWords, stateWords } from "../src/history/batches.ts";
import { byDay, merged, nextToLoad } from "../src/history/merging.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();

function batch(minute: number, more: Partial<Job> = {}): Job {
  return { id: `b${minute}`, workflow: "w", status: "Queued", state: "done", total: 3, done: 3, made_by: "ana", made_at: at(minute), restored: 0, ...more };
}

function change(minute: number): SettingChange {
  return { id: `c${minute}`, workflow: null, field: "batch_size", before: "1", after: "2", made_by: "ana", made_at: at(minute), undone: false };
}

test("batches and changes stand in one order of time", () => {
  const entries = merged({ items: [batch(9), batch(5)], hasMore: false }, { items: [change(7), change(1)], hasMore: false });
  assert.deepEqual(entries.map((entry) => entry.at), [at(9), at(7), at(5), at(1)]);
});

test("nothing is shown beyond the end of a stream that goes on", () => {
  const entries = merged({ items: [batch(9), batch(5)], hasMore: true }, { items: [change(7), change(1)], hasMore: false });
  assert.deepEqual(entries.map((entry) => entry.at), [at(9), at(7), at(5)]);
});

test("the same change to several workflows in one go is one entry", () => {
  const paused = (id: string, milliseconds: number, more: Partial<SettingChange> = {}): SettingChange => ({
    ...change(7), id, workflow: id, field: "paused", before: "false", after: "true", made_at: new Date(new Date(at(7)).getTime() - milliseconds).toISOString(), ...more,
  });
  const entries = merged({ items: [], hasMore: false }, { items: [paused("a", 0), paused("b", 10), paused("c", 20, { after: "false" }), paused("d", 30_000)], hasMore: false });
  assert.deepEqual(entries.map((entry) => (entry.kind === "setting" ? entry.changes.map(({ id }) => id) : [])), [["a", "b"], ["c"], ["d"]]);
  assert.deepEqual([settingTitle(paused("a", 0)), settingTitle(change(1)), settingWords("true"), settingWords(null)], ["Paused", "Setting: Batch size", "yes", "default"]);
});

test("the stream that ends first is read on", () => {
  assert.equal(nextToLoad({ items: [batch(5)], hasMore: true }, { items: [change(7)], hasMore: true }), "changes");
  assert.equal(nextToLoad({ items: [batch(5)], hasMore: true }, { items: [change(7)], hasMore: false }), "batches");
  assert.equal(nextToLoad({ items: [batch(5)], hasMore: false }, { items: [], hasMore: false }), null);
});

test("entries of one day stay together, newest day first", () => {
  const entries = merged({ items: [batch(9), batch(5)], hasMore: false }, { items: [], hasMore: false });
  assert.deepEqual(byDay(entries, (moment) => moment).map(([, those]) => those.length), [1, 1]);
  assert.deepEqual(byDay(entries, () => "today").map(([, those]) => those.length), [2]);
});

test("a batch can be taken back once, and not while it runs", () => {
  assert.ok(isUndoable(batch(1)));
  assert.ok(isUndoable(batch(1, { state: "cancelled", done: 1 })));
  assert.ok(!isUndoable(batch(1, { state: "running" })));
  assert.ok(!isUndoable(batch(1, { state: "undone", undone_at: at(2) })));
  assert.ok(!isUndoable(batch(1, { state: "failed", done: 0 })));
});

test("a batch says what it did and how far it came", () => {
  assert.equal(didWords(batch(1, { status: "New", total: 1 })), "Reset to New: 1 row");
  assert.equal(stateWords(batch(1, { state: "partly undone", restored: 2 })), "Partly undone: 2 of 3");
  assert.equal(stateWords(batch(1, { state: "cancelled", done: 1 })), "Cancelled after 1 of 3");
});
<<<<<<< HEAD:frontend/tests/pages.test.ts

function row(id: string, state: LiveRow["state"], minute: number): LiveRow {
  return { id, state, curation_status: "Queued", processing_status: state, error: null, outcome: null, attempts: 1, updated_at: at(minute), title: id };
}

test("a row that goes on moves up in the tail and is there once", () => {
  const first = withRows([], { kind: "rows", workflow: "w", rows: [row("a", "Processing", 1), row("b", "Complete", 2)] }, 10);
  const then = withRows(first, { kind: "rows", workflow: "w", rows: [row("a", "Complete", 3)] }, 10);
  assert.deepEqual(then.map(({ id, state }) => [id, state]), [["a", "Complete"], ["b", "Complete"]]);
});

test("the same id in two workflows is two rows of the tail, which is capped", () => {
  const tail = withRows(withRows([], { kind: "rows", workflow: "v", rows: [row("a", "New", 1)] }, 2), { kind: "rows", workflow: "w", rows: [row("a", "New", 2)] }, 2);
  assert.equal(tail.length, 2);
  assert.equal(withRows(tail, { kind: "rows", workflow: "w", rows: [row("c", "New", 3)] }, 2).length, 2);
});

test("an export takes its filter from the address and leaves out states that do not exist", () => {
  const chosen = chosenIn(new URLSearchParams("status=Error&status=Nonsense&q=host:a.test&ids=1,2&ids=3"), ["New", "Error"]);
  assert.deepEqual(chosen, { status: ["Error"], search: "host:a.test", origin: null, ids: ["1", "2", "3"] });
  assert.deepEqual(partsOf(chosen).map(({ words }) => words), ["3 selected rows", "Error", "host:a.test"]);
});

test("all columns are said by saying none", () => {
  assert.equal(columnsOf(["a", "b"], new Set(["b", "a"])), null);
  assert.deepEqual(columnsOf(["a", "b", "c"], new Set(["c", "a"])), ["a", "c"]);
});

test("a retry's manner is a wait or a limit, never both", () => {
  assert.deepEqual(mannerOf("now", 900), {});
  assert.deepEqual(mannerOf("later", 900), { delay: 900 });
  assert.deepEqual(mannerOf("first", 900), { limit: 10 });
});

test("a trend is judged by its last two thirds", () => {
  assert.match(trendWords([9, 9, 9, 0, 0, 0, 5, 5, 5]), /^rising/);
  assert.match(trendWords([0, 0, 0, 5, 5, 5, 0, 1, 0]), /^falling/);
  assert.match(trendWords([5, 5, 5, 5, 5, 5, 5, 5, 5]), /^steady/);
});

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
=======
>>>>>>> web-pages:frontend/tests/history.test.ts
