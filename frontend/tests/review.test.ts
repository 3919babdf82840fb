import assert from "node:assert/strict";
import { test } from "node:test";
import type { Overtaken, Row, Settable } from "../src/api/types.ts";
import { type Decision, DecisionQueue } from "../src/review/decisions.ts";
import { left, type Session, type Step, speed, start, step, tally } from "../src/review/session.ts";
import { Trail } from "../src/review/trail.ts";

interface Post {
  ids: readonly string[];
  status: Settable;
  done: () => void;
  fail: () => void;
}

/** A server that answers when it is told to, and a clock that strikes when it is told to. */
function bench(most = 20) {
  const posts: Post[] = [];
  const failed: Decision[] = [];
  let strike: (() => void) | null = null;
  const queue = new DecisionQueue({
    send: (ids, status) =>
      new Promise<void>((resolve, reject) =>
        posts.push({ ids, status, done: resolve, fail: () => reject(new Error("refused")) }),
      ),
    failed: (decisions) => void failed.push(...decisions),
    later: (run) => {
      strike = run;
      return () => {
        strike = null;
      };
    },
    most,
  });
  return {
    queue,
    posts,
    failed,
    tick: () => strike?.(),
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

test("decisions wait for the second, then go together, one request per status", async () => {
  const { queue, posts, tick, settle } = bench();
  queue.decide("a", "Queued");
  queue.decide("b", "Skipped");
  queue.decide("c", "Queued");
  assert.equal(posts.length, 0);
  tick();
  await settle();
  assert.deepEqual(
    posts.map(({ ids, status }) => [status, ids]),
    [
      ["Queued", ["a", "c"]],
      ["Skipped", ["b"]],
    ],
  );
});

test("the twentieth decision does not wait for the second", async () => {
  const { queue, posts, settle } = bench(3);
  for (const id of ["a", "b", "c"]) queue.decide(id, "Queued");
  await settle();
  assert.deepEqual(
    posts.map(({ ids }) => ids),
    [["a", "b", "c"]],
  );
});

test("the last decision about a row counts", async () => {
  const { queue, posts, tick, settle } = bench();
  queue.decide("a", "Queued");
  queue.decide("a", "Skipped");
  tick();
  await settle();
  assert.deepEqual(
    posts.map(({ ids, status }) => [status, ids]),
    [["Skipped", ["a"]]],
  );
});

test("a decision taken back before it left is not sent; one that left says so", async () => {
  const { queue, posts, tick, settle } = bench();
  queue.decide("a", "Queued");
  assert.equal(queue.takeBack("a"), true);
  tick();
  await settle();
  assert.equal(posts.length, 0);
  queue.decide("b", "Queued");
  tick();
  await settle();
  assert.equal(queue.takeBack("b"), false);
});

test("what is on its way is not overtaken", async () => {
  const { queue, posts, tick, settle } = bench();
  queue.decide("a", "Queued");
  tick();
  await settle();
  queue.decide("a", "New");
  tick();
  await settle();
  assert.equal(posts.length, 1);
  posts[0]?.done();
  await settle();
  assert.deepEqual(
    posts.map(({ status }) => status),
    ["Queued", "New"],
  );
});

test("refused decisions are put back, except those decided anew", async () => {
  const { queue, posts, failed, tick, settle } = bench();
  queue.decide("a", "Queued");
  queue.decide("b", "Queued");
  tick();
  await settle();
  queue.decide("b", "Skipped");
  posts[0]?.fail();
  await settle();
  assert.deepEqual(failed, [{ id: "a", status: "Queued" }]);
});

test("leaving waits for what is on its way and sends the rest", async () => {
  const { queue, posts, tick, settle } = bench();
  queue.decide("a", "Queued");
  tick();
  await settle();
  queue.decide("b", "Skipped");
  const left = queue.flush();
  posts[0]?.done();
  await settle();
  posts[1]?.done();
  await left;
  assert.equal(queue.size, 0);
  assert.deepEqual(
    posts.map(({ ids }) => ids),
    [["a"], ["b"]],
  );
});

test("a page that goes away sends what waits at once, whatever is on its way", () => {
  const { queue, posts } = bench();
  queue.decide("a", "Queued");
  queue.flushNow();
  assert.deepEqual(
    posts.map(({ ids }) => ids),
    [["a"]],
  );
});

const row = (id: string): Row => ({ id, state: "New" }) as unknown as Row;
const walk = (ids: string): Session => step(start, { kind: "more", items: [...ids].map(row) });
const ids = (session: Session): string => session.items.map(({ id }) => id).join("");

test("a decision leads to the next open row", () => {
  let session = walk("abcd");
  session = step(session, { kind: "decide-many", ids: ["b"], status: "Skipped" });
  session = step(session, { kind: "decide", id: "a", status: "Queued", now: 0 });
  assert.equal(session.items[session.at]?.id, "c");
});

test("going back keeps the decision, and a second one replaces it", () => {
  let session = step(walk("ab"), { kind: "decide", id: "a", status: "Queued", now: 0 });
  session = step(session, { kind: "move", by: -1 });
  assert.equal(session.decided.get("a"), "Queued");
  session = step(session, { kind: "decide", id: "a", status: "Skipped", now: 1 });
  assert.deepEqual([tally(session, 1).queued, tally(session, 1).skipped], [0, 1]);
});

test("a row for later comes last, behind the rows that come in", () => {
  let session = step(walk("abc"), { kind: "later", id: "a" });
  assert.equal(ids(session), "bca");
  assert.equal(session.items[session.at]?.id, "b");
  session = step(session, { kind: "more", items: [row("d"), row("b")] });
  assert.equal(ids(session), "bcda");
});

test("undoing opens the row again and goes to it", () => {
  let session = step(walk("abc"), { kind: "decide", id: "a", status: "Queued", now: 0 });
  session = step(session, { kind: "undo", id: "a" });
  assert.equal(session.items[session.at]?.id, "a");
  assert.deepEqual([session.decided.size, session.undone], [0, 1]);
});

test("speed is of the last minute, and the first seconds are not stretched", () => {
  assert.equal(speed([], 0), 0);
  assert.equal(speed([0], 1_000), 1);
  assert.equal(speed([0, 1_000], 2_000), 12);
  assert.equal(speed([0, 50_000, 100_000], 100_000), 2);
});

test("decisions that could not be sent are offered again", () => {
  const decided = [..."abc"].reduce(
    (session, id) => step(session, { kind: "decide", id, status: "Skipped", now: 0 }),
    walk("abcd"),
  );
  assert.equal(decided.at, 3);
  const after = step(decided, { kind: "put-back", ids: ["b", "c"] });
  assert.equal(after.items[after.at]?.id, "b");
  assert.deepEqual([...after.decided.keys()], ["a"]);
});

interface Asking {
  said: string;
  answer: (token: string | boolean) => void;
  fail: () => void;
}

/** A walk whose server answers when it is told to, and queues none of `refused`: `asked` has every request in order. */
function walkWith(rows: string, refused = "") {
  const asked: Asking[] = [];
  let session = walk(rows);
  let strike: (() => void) | null = null;
  const ask = <Answer>(said: string) =>
    new Promise<Answer>((resolve, reject) =>
      asked.push({ said, answer: (value) => resolve(value as Answer), fail: () => reject(new Error("refused")) }),
    );
  const show = (taken: Step) => {
    session = step(session, taken);
  };
  const trail = new Trail({
    send: async (sent, status) => {
      const token = await ask<string | null>(`${status} ${sent.join("")}`);
      return { token, refused: status === "Queued" ? sent.filter((id) => refused.includes(id)) : [] };
    },
    undo: (token, id) => ask<boolean>(`undo ${token} ${id}`),
    failed: (decisions) => show({ kind: "put-back", ids: decisions.map(({ id }) => id) }),
    show,
    later: (run) => {
      strike = run;
      return () => {
        strike = null;
      };
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    asked,
    settle,
    show,
    said: () => asked.map(({ said }) => said),
    at: () => session.items[session.at]?.id,
    shown: (id: string) => session.decided.get(id),
    undone: () => session.undone,
    session: () => session,
    decide: (status: Settable) => {
      const { id } = session.items[session.at] as Row;
      trail.decide(id, status, session.decided.get(id), 0);
    },
    undo: () => void trail.undo(),
    tick: async () => {
      strike?.();
      await settle();
    },
    answer: async (index: number, value: string | boolean) => {
      asked[index]?.answer(value);
      await settle();
    },
    fail: async (index: number) => {
      asked[index]?.fail();
      await settle();
    },
  };
}

test("a key after undo is about the row that came back, and leaves after the undo", async () => {
  const { decide, undo, tick, answer, at, shown, said } = walkWith("ab");
  decide("Queued");
  await tick();
  undo();
  assert.equal(at(), "a");
  decide("Skipped");
  await tick();
  await answer(0, "t1");
  assert.deepEqual(said(), ["Queued a", "undo t1 a"]);
  await answer(1, true);
  assert.deepEqual(said(), ["Queued a", "undo t1 a", "Skipped a"]);
  assert.deepEqual([shown("a"), shown("b")], ["Skipped", undefined]);
});

test("a refused undo puts the decision back, where the person is or not", async () => {
  const { decide, undo, tick, answer, show, at, shown, undone } = walkWith("ab");
  decide("Queued");
  await tick();
  await answer(0, "t1");
  undo();
  assert.deepEqual([shown("a"), undone()], [undefined, 1]);
  show({ kind: "move", by: 1 });
  await answer(1, false);
  assert.deepEqual([shown("a"), undone(), at()], ["Queued", 0, "b"]);
});

test("a refused undo does not hide what was decided since, and shows under it", async () => {
  const { decide, undo, tick, answer, shown } = walkWith("ab");
  decide("Queued");
  await tick();
  await answer(0, "t1");
  undo();
  decide("Skipped");
  await answer(1, false);
  assert.equal(shown("a"), "Skipped");
  undo();
  assert.equal(shown("a"), "Queued");
});

test("a row decided anew while the first decision is on its way has two ways back", async () => {
  const { decide, undo, tick, answer, settle, show, shown, said } = walkWith("ab");
  decide("Queued");
  await tick();
  show({ kind: "move", by: -1 });
  decide("Skipped");
  await answer(0, "t1");
  await tick();
  await answer(1, "t2");
  undo();
  assert.equal(shown("a"), "Queued");
  undo();
  assert.equal(shown("a"), undefined);
  await settle();
  await answer(2, true);
  await answer(3, true);
  assert.deepEqual(said(), ["Queued a", "Skipped a", "undo t2 a", "undo t1 a"]);
});

test("rows that may not be queued are open again and leave the way back", async () => {
  const { decide, undo, tick, answer, settle, shown, said } = walkWith("abc", "b");
  decide("Queued");
  decide("Queued");
  await tick();
  await answer(0, "t1");
  assert.deepEqual([shown("a"), shown("b")], ["Queued", undefined]);
  undo();
  await settle();
  assert.deepEqual(said(), ["Queued ab", "undo t1 a"]);
  await answer(1, true);
  undo();
  await settle();
  assert.deepEqual([said().length, shown("a"), shown("b")], [2, undefined, undefined]);
});

test("a row about which somebody else decided first is open again, says so, and can be decided about knowingly", async () => {
  const { decide, tick, answer, show, at, shown, session, said } = walkWith("abc", "b");
  decide("Queued");
  decide("Queued");
  decide("Queued");
  await tick();
  const theirs = { id: "b", state: "Skipped", curation_status: "Skipped", updated_at: "later" } as unknown as Overtaken;
  show({ kind: "overtaken", rows: [theirs] });
  await answer(0, "t1");
  assert.deepEqual([at(), shown("b"), session().items[1]?.state], ["b", undefined, "Skipped"]);
  assert.deepEqual([session().overtaken.has("b"), session().changed.has("b")], [true, true]);
  show({ kind: "news", rows: [{ ...row("b"), state: "New" }], states: [] });
  assert.equal(session().items[1]?.state, "New", "news of it are somebody else's again");
  decide("New");
  await tick();
  assert.deepEqual([said()[1], session().overtaken.size], ["New b", 0]);
});

test("a row that may not be queued keeps what was decided about it meanwhile", async () => {
  const { decide, undo, tick, answer, show, shown } = walkWith("ab", "a");
  decide("Queued");
  await tick();
  show({ kind: "move", by: -1 });
  decide("Skipped");
  await answer(0, "t1");
  assert.equal(shown("a"), "Skipped");
  undo();
  assert.equal(shown("a"), undefined);
});

test("what was taken back before the server refused it is not asked for", async () => {
  const { decide, undo, tick, answer, settle, shown, said } = walkWith("ab", "a");
  decide("Queued");
  await tick();
  undo();
  await answer(0, "t1");
  await settle();
  assert.deepEqual([said(), shown("a")], [["Queued a"], undefined]);
});

test("taking back a second decision that waits leaves the first, sent or not", async () => {
  const { decide, undo, tick, answer, show, shown, said } = walkWith("ab");
  decide("Queued");
  show({ kind: "move", by: -1 });
  decide("Skipped");
  undo();
  assert.equal(shown("a"), "Queued");
  await tick();
  assert.deepEqual(said(), ["Queued a"]);
  await answer(0, "t1");
  decide("New");
  undo();
  await tick();
  assert.deepEqual([shown("a"), said()], ["Queued", ["Queued a"]]);
});

test("a decision that the server refused is nothing to come back to", async () => {
  const { decide, undo, tick, fail, show, shown, said } = walkWith("ab");
  decide("Queued");
  await tick();
  show({ kind: "move", by: -1 });
  decide("Skipped");
  await fail(0);
  undo();
  await tick();
  assert.deepEqual([shown("a"), said()], [undefined, ["Queued a"]]);
});

test("a row that somebody else decided about shows it where it is looked at, and goes where it comes later", () => {
  const live = (id: string, state: string) => ({ id, state, curation_status: state, title: "?" }) as unknown as Row;
  let session = step(start, { kind: "more", items: [row("a"), row("b"), row("c")] });
  session = step(session, { kind: "decide", id: "a", status: "Skipped", now: 0 });
  const rows = ["a", "b", "c"].map((id) => live(id, "Queued"));
  session = step(session, { kind: "news", rows, states: ["New"] });
  assert.deepEqual(
    session.items.map(({ id, state }) => [id, state]),
    [
      ["a", "New"],
      ["b", "Queued"],
    ],
  );
  assert.deepEqual([[...session.changed], session.at], [["b"], 1]);
  assert.equal(step(session, { kind: "news", rows, states: ["New"] }), session, "what is known already is no news");
  const all = step(start, { kind: "more", items: [row("a"), row("b")] });
  assert.equal(step(all, { kind: "news", rows: [live("b", "Queued")], states: [] }).items.length, 2);
});

test("what is left is the server's count less what was decided since, and its own count once it has that in it", () => {
  const decided = ["a", "b"].reduce(
    (session, id) => step(session, { kind: "decide", id, status: "Queued", now: 1 }),
    start,
  );
  assert.equal(left(decided, ["New"], 10, 5), 8);
  const kept = step(decided, { kind: "kept", ids: ["a", "b"], now: 20 });
  assert.equal(left(kept, ["New"], 10, 15), 8);
  assert.equal(left(kept, ["New"], 8, 25), 8);
  assert.equal(left(kept, [], 10, 15), 10);
  const anew = step(kept, { kind: "decide", id: "a", status: "Skipped", now: 30 });
  assert.equal(left(anew, ["New"], 8, 35), 8);
  assert.equal(left(step(kept, { kind: "undo", id: "a" }), ["New"], 10, 15), 9);
});
