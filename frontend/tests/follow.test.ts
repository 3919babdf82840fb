import assert from "node:assert/strict";
import { test } from "node:test";
import type { State, WorkflowMeta } from "../src/api/types.ts";
import { checkedWords, leftOutWords, makeWords, ONLY_USABLE, rowsOf } from "../src/follow/file.ts";
import { comeOf, endingWords, endWords, isLast, type Stage, turnOf, wordsOf } from "../src/follow/stages.ts";
import { timeOfDay } from "../src/text/time.ts";

const NONE: Record<State, number> = { New: 0, Queued: 0, Processing: 0, Complete: 0, Error: 0, Skipped: 0 };
const stage = (states: Partial<Record<State, number>>, next: string[] = ["other"]): Stage => ({
  workflow: { name: "own", next, purpose: "Read a page: title, text." } as unknown as WorkflowMeta,
  states: { ...NONE, ...states },
});

test("a stage says whose turn it is, and what became of the rest", () => {
  assert.equal(
    wordsOf(stage({ New: 12, Processing: 3, Complete: 2, Error: 1 })),
    "12 wait for you, 3 being worked on; 2 done, 1 failed.",
  );
  const at = new Date(2026, 2, 1, 20, 58).toISOString();
  assert.equal(
    wordsOf({ ...stage({ Queued: 1_520, Processing: 2 }), put_off: 8, next_try: at }),
    `2 being worked on, 1,512 in the queue, 8 wait for another try, next at ${timeOfDay(at)}.`,
  );
  assert.equal(
    wordsOf({ ...stage({ Queued: 1 }), put_off: 1, next_try: at }),
    `1 waits for another try, next at ${timeOfDay(at)}.`,
  );
  assert.equal(wordsOf(stage({ New: 1 })), "1 waits for you.");
  assert.equal(wordsOf(stage({ New: 2 }), true), "2 wait to go on.");
  assert.equal(wordsOf(stage({ Complete: 32, Skipped: 8 })), "All 40 decided; 32 done, 8 skipped.");
  assert.equal(wordsOf(stage({ Complete: 1 })), "Done.");
  assert.equal(wordsOf(stage({})), "To come: read a page.");
  assert.equal(turnOf(stage({ Queued: 2, Complete: 4 })), "worker");
});

test("what is handed over leaves the product", () => {
  assert.ok(isLast(stage({}, [])));
  assert.ok(isLast(stage({}, ["own"])));
  assert.ok(!isLast(stage({})));
});

test("a search has come to its end when nothing moves and no stage goes on by itself", () => {
  const last = { ...stage({ New: 3, Complete: 2 }, []), workflow: { name: "last", title: "Last", next: [] } as never };
  assert.equal(endWords("dentists", [stage({ Queued: 1 }), last], []), null);
  assert.equal(endWords("dentists", [stage({ New: 1 }), last], ["own"]), null);
  assert.equal(
    endWords("dentists", [stage({ Complete: 4 }), last], ["own"]),
    "dentists has come to its end: 5 contacts.",
  );
  const waiting = { ...stage({ New: 1 }), workflow: { name: "own", title: "Pages", next: ["last"] } as never };
  const more = { ...stage({ New: 97 }), workflow: { name: "more", title: "Businesses", next: ["last"] } as never };
  assert.equal(
    endWords("dentists", [waiting, more, last], []),
    "dentists: 1 row waits for you in Pages, 97 in Businesses, 5 contacts so far.",
  );
  assert.equal(endWords("dentists", [waiting, last], []), "dentists: 1 row waits for you in Pages, 5 contacts so far.");
});

test("a file has who can be written to, and says who is left out", () => {
  const usable = ["New", "Queued", "Processing", "Complete", "Error"];
  const { status, search } = rowsOf({ ...ONLY_USABLE, isReachableOnly: true }, "email");
  assert.deepEqual(
    [status.toSorted(), search],
    [usable.toSorted(), "-outcome:unreachable -outcome:suppressed -email:none"],
  );
  assert.deepEqual(rowsOf({ ...ONLY_USABLE, isWithRejected: true }), { status: [], search: "" });
  const told = leftOutWords(stage({ New: 25, Skipped: 214 }), { unreachable: 11, suppressed: 0, valid: 3 });
  assert.deepEqual(told, { count: 225, words: "214 skipped and 11 unreachable are" });
  assert.equal(leftOutWords(stage({ New: 25 }), {}).count, 0);
});

test("a button says how many contacts a file will have, where that is known", () => {
  assert.equal(makeWords(false, 2, "CSV"), "Download 2 contacts as CSV");
  assert.equal(makeWords(false, undefined, "CSV"), "Download the best of each business as CSV");
  assert.equal(makeWords(false, 0, "CSV"), "Download as CSV");
  assert.equal(makeWords(true, 3, "CSV"), "Make it anew, with all 3 there are now");
});

test("fewer domains than businesses are explained", () => {
  const businesses = stage({ Complete: 171 });
  const workflow = { ...businesses.workflow, table: "local_businesses", outcomes: {} };
  const outcomes = [
    { value: "no_website", count: 30 },
    { value: "social_only", count: 15 },
  ];
  assert.equal(
    endingWords({ ...businesses, workflow }, outcomes),
    "45 have no website of their own: no website (30), social only (15).",
  );
  const shared = " 5 share a website with another.";
  assert.ok(endingWords({ ...businesses, workflow }, outcomes, 121).endsWith(shared));
  assert.equal(endingWords({ ...businesses, workflow }, [], 171), "");
  assert.equal(endingWords({ ...businesses, workflow }, [], 170), "1 shares a website with another.");
  const working = { ...businesses, workflow, states: { ...businesses.states, Queued: 1 } };
  assert.ok(!endingWords(working, outcomes, 121).includes("share"), "more of them may come");
  const websites = { ...stage({ New: 121, Complete: 5 }), workflow: { ...workflow, name: "other" } };
  assert.equal(comeOf({ ...businesses, workflow }, [websites]), 126);
  assert.equal(comeOf(websites, [websites]), null);
});

test("a file says how many of its addresses were checked", () => {
  assert.equal(checkedWords({}, 246), "0 of 246 e-mail addresses checked; Send checks them");
  assert.equal(
    checkedWords({ valid: 3, invalid: 1, no_email: 20 }, 5),
    "4 of 5 e-mail addresses checked; Send checks them",
  );
  assert.equal(checkedWords({ valid: 1 }, 1), "1 of 1 e-mail address checked");
});
