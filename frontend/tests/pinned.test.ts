import assert from "node:assert/strict";
import { test } from "node:test";
import type { Job } from "../src/api/types.ts";
import { batchWords, pinnedIn, withPinned } from "../src/grid/pinned.ts";

const ROW = "019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55";
const BATCH = "019a86f3-0b7a-7f02-8a64-6d5e4c3b2a19";
const MADE = new Date(2026, 2, 1, 12, 40);
const job = (more: Partial<Job>) =>
  ({
    id: BATCH,
    workflow: "page_curation",
    status: "Queued",
    state: "done",
    total: 3,
    done: 3,
    made_by: "ana",
    made_at: MADE.toISOString(),
    ...more,
  }) as Job;

test("rows and batches that a link names are told apart from what is typed", () => {
  const { pinned, rest } = pinnedIn(`batch:${BATCH} red -id:${ROW} "big kite" `);
  assert.deepEqual(
    pinned.map(({ field, id, negated }) => [field, id, negated]),
    [
      ["batch", BATCH, false],
      ["id", ROW, true],
    ],
  );
  assert.equal(rest, 'red "big kite" ', "a blank at the end stays: somebody types on");
  assert.equal(withPinned(pinned, rest), `batch:${BATCH} -id:${ROW} red "big kite" `);
  assert.equal(pinnedIn(`red id:${ROW}`).rest, "red");
  assert.equal(withPinned(pinned.slice(0, 1), `batch:${BATCH}`), `batch:${BATCH}`);
  for (const typed of ["id:019a", "id:>=5", "red "]) assert.deepEqual(pinnedIn(typed), { pinned: [], rest: typed });
});

test("a batch is told by what brought it, or by who decided what and when", () => {
  const later = new Date(2026, 2, 1, 18);
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(MADE);
  assert.equal(batchWords(job({}), "ana", later), `What you queued, ${clock}`);
  assert.equal(batchWords(job({ status: "Skipped" }), "ben", later), `What ana skipped, ${clock}`);
  assert.equal(
    batchWords(job({ what: "imported from shops.xlsx" }), "ben", later),
    `Imported from shops.xlsx, ${clock}`,
  );
  assert.match(batchWords(job({}), "ana", new Date(2026, 2, 3)), /2026/, "of another day by its date");
});
