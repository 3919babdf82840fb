import assert from "node:assert/strict";
import { test } from "node:test";
import { didWords } from "../src/history/batches.ts";
import { NOTHING_WANTED, tagsIn, wantedOf } from "../src/marks/draft.ts";

test("tags are typed with commas between, each once and in small letters", () => {
  assert.deepEqual(tagsIn(" Berlin, call  BACK,berlin, ,"), ["berlin", "call back"]);
});

test("what is wanted of rows is only what somebody filled in", () => {
  const column = { name: "stars", label: "Stars", kind: "number", is_editable: true } as const;
  const columns = [{ ...column, is_sortable: false, width: null, hidden: false }];
  assert.equal(wantedOf({ ...NOTHING_WANTED, note: "  ", add: " ," }, columns), null);
  assert.deepEqual(wantedOf({ ...NOTHING_WANTED, add: "vip", note: " Call " }, columns), {
    add_tags: ["vip"],
    remove_tags: [],
    note: "Call",
  });
  assert.deepEqual(wantedOf({ ...NOTHING_WANTED, field: "stars", value: "4" }, columns)?.values, { stars: 4 });
  assert.deepEqual(wantedOf({ ...NOTHING_WANTED, field: "stars" }, columns)?.values, { stars: null });
});

test("history says what was changed where no status was", () => {
  const made = { made_by: "ana", by_machine: false, is_past_undo: false, made_at: "" };
  const job = {
    id: "1",
    workflow: "w",
    state: "done",
    total: 2,
    done: 2,
    restored: 0,
    refused: 0,
    decided_anew: 0,
    ...made,
  };
  assert.equal(didWords({ ...job, status: "Edited", what: "tagged vip" }), "Tagged vip: 2 rows");
  assert.equal(didWords({ ...job, status: "Skipped", what: null }), "Skipped: 2 rows");
});
