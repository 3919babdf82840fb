import assert from "node:assert/strict";
import test from "node:test";
import type { Job, SettingChange } from "../src/api/types.ts";
import { didWords, isUndoable, settingTitle, settingWords, stateWords } from "../src/history/batches.ts";
import { byDay, byMachine, merged, nextToLoad } from "../src/history/merging.ts";
import { named } from "../src/text/origins.ts";
import { refusedWords } from "../src/text/refused.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();

function batch(minute: number, more: Partial<Job> = {}): Job {
  return {
    id: `b${minute}`,
    workflow: "w",
    status: "Queued",
    state: "done",
    total: 3,
    done: 3,
    made_by: "ana",
    by_machine: false,
    is_past_undo: false,
    made_at: at(minute),
    restored: 0,
    refused: 0,
    decided_anew: 0,
    decided_anew_by: [],
    ...more,
  };
}

function change(minute: number): SettingChange {
  return {
    id: `c${minute}`,
    workflow: null,
    field: "batch_size",
    before: "1",
    after: "2",
    made_by: "ana",
    made_at: at(minute),
    undone: false,
  };
}

test("a sitting stands where its last decision was", () => {
  const entries = merged(
    { items: [batch(8), batch(3, { last_at: at(9) })], hasMore: false },
    { items: [], hasMore: false },
  );
  assert.deepEqual(
    entries.map((entry) => entry.at),
    [at(9), at(8)],
  );
});

test("the edge of what is loaded is where the oldest sitting ended, not where it began", () => {
  const batches = { items: [batch(9), batch(1, { last_at: at(7) })], hasMore: true };
  const entries = merged(batches, { items: [change(8), change(5)], hasMore: false });
  assert.deepEqual(
    entries.map((entry) => entry.at),
    [at(9), at(8), at(7)],
  );
});

test("batches and changes stand in one order of time", () => {
  const entries = merged(
    { items: [batch(9), batch(5)], hasMore: false },
    { items: [change(7), change(1)], hasMore: false },
  );
  assert.deepEqual(
    entries.map((entry) => entry.at),
    [at(9), at(7), at(5), at(1)],
  );
});

test("nothing is shown beyond the end of a stream that goes on", () => {
  const entries = merged(
    { items: [batch(9), batch(5)], hasMore: true },
    { items: [change(7), change(1)], hasMore: false },
  );
  assert.deepEqual(
    entries.map((entry) => entry.at),
    [at(9), at(7), at(5)],
  );
});

test("the same change to several workflows in one go is one entry", () => {
  const paused = (id: string, milliseconds: number, more: Partial<SettingChange> = {}): SettingChange => ({
    ...change(7),
    id,
    workflow: id,
    field: "paused",
    before: "false",
    after: "true",
    made_at: new Date(new Date(at(7)).getTime() - milliseconds).toISOString(),
    ...more,
  });
  const entries = merged(
    { items: [], hasMore: false },
    {
      items: [paused("a", 0), paused("b", 10), paused("c", 20, { after: "false" }), paused("d", 30_000)],
      hasMore: false,
    },
  );
  assert.deepEqual(
    entries.map((entry) => (entry.kind === "setting" ? entry.changes.map(({ id }) => id) : [])),
    [["a", "b"], ["c"], ["d"]],
  );
  assert.deepEqual(
    [settingTitle(paused("a", 0)), settingTitle(change(1)), settingWords("true"), settingWords(null)],
    ["Paused", "Setting: Batch size", "yes", "default"],
  );
});

test("the stream that ends first is read on", () => {
  assert.equal(nextToLoad({ items: [batch(5)], hasMore: true }, { items: [change(7)], hasMore: true }), "changes");
  assert.equal(nextToLoad({ items: [batch(5)], hasMore: true }, { items: [change(7)], hasMore: false }), "batches");
  assert.equal(nextToLoad({ items: [batch(5)], hasMore: false }, { items: [], hasMore: false }), null);
});

test("entries of one day stay together, newest day first", () => {
  const entries = merged({ items: [batch(9), batch(5)], hasMore: false }, { items: [], hasMore: false });
  assert.deepEqual(
    byDay(entries, (moment) => moment).map(([, those]) => those.length),
    [1, 1],
  );
  assert.deepEqual(
    byDay(entries, () => "today").map(([, those]) => those.length),
    [2],
  );
});

test("a batch can be taken back once, and not while it runs", () => {
  assert.ok(isUndoable(batch(1)));
  assert.ok(isUndoable(batch(1, { state: "cancelled", done: 1 })));
  assert.ok(!isUndoable(batch(1, { state: "running" })));
  assert.ok(!isUndoable(batch(1, { state: "undone", undone_at: at(2) })));
  assert.ok(!isUndoable(batch(1, { state: "failed", done: 0 })));
  assert.ok(!isUndoable(batch(1, { is_past_undo: true })));
  assert.match(stateWords(batch(1, { is_past_undo: true })), /^Done; Worked on since: nothing to take back$/);
});

test("what a file brought is called by what it is", () => {
  const imported = batch(1, { status: "New", what: "imported from list.csv", total: 2 });
  assert.equal(didWords(imported, "local_businesses"), "Imported from list.csv: 2 new businesses");
  assert.equal(didWords({ ...imported, total: 1 }, "contacts"), "Imported from list.csv: 1 new contact");
  assert.equal(didWords(imported, "orchards"), "Imported from list.csv: 2 new rows");
});

test("a batch says what it did and how far it came", () => {
  assert.equal(didWords(batch(1, { status: "New", total: 1 })), "Reset to New: 1 row");
  assert.equal(stateWords(batch(1, { state: "partly undone", restored: 2 })), "Partly undone: 2 of 3");
  assert.equal(stateWords(batch(1, { state: "cancelled", done: 1 })), "Cancelled after 1 of 3");
});

test("who decided anew about a batch's rows is told apart from workers that finished it", () => {
  const words = (rows: number, more: Partial<Job> = {}) =>
    stateWords(batch(1, { decided_anew: rows, decided_anew_by: ["anna"], is_past_undo: true, ...more }));
  assert.equal(words(3), "Done; All 3 were decided anew by anna");
  assert.equal(words(2, { decided_anew_by: ["anna", "ben"] }), "Done; 2 of 3 were decided anew by anna and ben");
  assert.equal(words(1, { done: 1 }), "Done; It was decided anew by anna");
});

test("a batch of which nothing could be taken back says why", () => {
  assert.match(
    stateWords(batch(1, { state: "partly undone", restored: 0 })),
    /^Not undone: all 3 were worked on or decided anew/,
  );
  assert.equal(stateWords(batch(1, { state: "partly undone", restored: 2 })), "Partly undone: 2 of 3");
});

test("what a batch left as it was is counted, with a reason", () => {
  const refusal = "The domain elm.example is on the suppression list.";
  assert.equal(refusedWords(batch(1)), null);
  assert.equal(refusedWords(batch(1, { refused: 1, refusal })), `1 row was not queued. ${refusal}`);
  assert.equal(refusedWords(batch(1, { refused: 12, refusal })), `12 rows were not queued. One of them: ${refusal}`);
});

test("where rows come from is told by name", () => {
  const id = "01a1dfcb-0b7a-7f02-8a64-6d5e4c3b2a19";
  const origins = [{ origin: `lists:${id}`, label: "Spring", is_list: true }];
  assert.equal(named(`New; from lists ${id}`, origins), "New; from the list “Spring”");
  assert.equal(named(`New; from lists ${id}`, []), `New; from lists ${id}`);
});

test("what a rule decides in many goes is one entry a day; people's stay as they are", () => {
  const ruled = { by_machine: true, made_by: "rule Good" };
  const all = merged(
    { items: [batch(5, ruled), batch(4), batch(3, ruled), batch(2)], hasMore: false },
    { items: [], hasMore: false },
  );
  const lines = byMachine(all, () => "today");
  assert.deepEqual(
    lines.map((line) => (line.kind === "batches" ? line.batches.length : line.kind)),
    [2, "batch", "batch"],
  );
});
