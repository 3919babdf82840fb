import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import type { LiveRow } from "../src/api/types.ts";
import { catchingUp } from "../src/live/catchUp.ts";
import { compareWith, hear, lastHeard, on, SOME_MISSED, stepTo, type Told } from "../src/live/news.ts";
import { openSource } from "../src/live/source.ts";

const row = (id: string, processing_status: LiveRow["processing_status"]): LiveRow => ({
  id,
  state: processing_status ?? "New",
  curation_status: "Queued",
  processing_status,
  error: null,
  outcome: null,
  attempts: 1,
  updated_at: "2026-03-01T09:00:00Z",
  title: null,
});
const inSight = () => false;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function filled(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(["list", "pages", { page: 1 }], { items: [{ id: "a" }] });
  client.setQueryData(["list", "pages", { page: 2 }], { items: [{ id: "b" }] });
  client.setQueryData(["facets", "pages", { search: "x" }], {});
  client.setQueryData(["facets", "domains", {}], {});
  client.setQueryData(["limits"], {});
  return client;
}
const stale = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => JSON.stringify(queryKey));

test("a finished row makes its page, the counts of its tab and the day's costs stale, once", async () => {
  const client = filled();
  const { hear } = catchingUp(client, () => Promise.resolve(), inSight, 5);
  hear({ kind: "rows", workflow: "pages", rows: [row("a", "Complete")] });
  assert.deepEqual(stale(client), [], "not at each event");
  await pause(30);
  assert.deepEqual(stale(client), ['["list","pages",{"page":1}]', '["facets","pages",{"search":"x"}]', '["limits"]']);
});

test("a row that was only taken changes counts alone", async () => {
  const client = filled();
  catchingUp(client, () => Promise.resolve(), inSight, 5).hear({
    kind: "rows",
    workflow: "pages",
    rows: [row("a", "Processing")],
  });
  await pause(30);
  assert.deepEqual(stale(client), ['["facets","pages",{"search":"x"}]']);
});

test("nothing is asked for while a decision is on its way", async () => {
  const client = filled();
  let kept: () => void = () => undefined;
  const { hear } = catchingUp(
    client,
    () =>
      new Promise<void>((resolve) => {
        kept = resolve;
      }),
    inSight,
    5,
  );
  hear({ kind: "rows", workflow: "pages", rows: [row("a", "Complete")] });
  await pause(30);
  assert.deepEqual(stale(client), []);
  kept();
  await pause(5);
  assert.equal(stale(client).length, 3);
});

test("a batch makes every page of its tab stale, in the same round", async () => {
  const client = filled();
  const { hear } = catchingUp(client, () => Promise.resolve(), inSight, 5);
  hear({ kind: "bulk", workflow: "pages", state: "Queued", count: 900, batch_id: null });
  assert.deepEqual(stale(client), [], "not at each batch");
  await pause(30);
  assert.deepEqual(stale(client), [
    '["list","pages",{"page":1}]',
    '["list","pages",{"page":2}]',
    '["facets","pages",{"search":"x"}]',
    '["limits"]',
  ]);
});

test("counts that take long are asked for less often, and each answer arrives", async () => {
  const client = new QueryClient();
  const asked: { from: number; to: number; isCut: boolean }[] = [];
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    const one = { from: Date.now(), to: 0, isCut: false };
    asked.push(one);
    await pause(30);
    one.to = Date.now();
    one.isCut = signal.aborted;
    return {};
  };
  const stop = new QueryObserver(client, {
    queryKey: ["facets", "pages", {}],
    queryFn,
    initialData: {},
    staleTime: Infinity,
  }).subscribe(() => undefined);
  const { hear } = catchingUp(client, () => Promise.resolve(), inSight, 5);
  while (asked.length < 2) {
    hear({ kind: "bulk", workflow: "pages", state: "Queued", count: 1, batch_id: null });
    await pause(5);
  }
  stop();
  const [first, second] = asked;
  assert.ok(first && second && !first.isCut);
  assert.ok(
    second.from - first.to >= 3 * (first.to - first.from),
    `${second.from - first.to} ms after one of ${first.to - first.from} ms`,
  );
});

test("a window that nobody sees asks for nothing, and once when it is seen again", async () => {
  const client = filled();
  let isHidden = true;
  const { hear, look } = catchingUp(
    client,
    () => Promise.resolve(),
    () => isHidden,
    5,
  );
  hear({ kind: "rows", workflow: "pages", rows: [row("a", "Complete")] });
  look();
  await pause(30);
  assert.deepEqual(stale(client), []);
  isHidden = false;
  look();
  await pause(30);
  assert.equal(stale(client).length, 4);
});

test("a window that is hidden before its round asks for nothing either", async () => {
  const client = filled();
  let isHidden = false;
  const { hear, look } = catchingUp(
    client,
    () => Promise.resolve(),
    () => isHidden,
    5,
  );
  hear({ kind: "rows", workflow: "pages", rows: [row("a", "Complete")] });
  isHidden = true;
  await pause(30);
  assert.deepEqual(stale(client), []);
  isHidden = false;
  look();
  await pause(30);
  assert.equal(stale(client).length, 3);
});

test("where an event stands is told by its number within its epoch", () => {
  assert.equal(stepTo(null, "aa-7"), "next");
  assert.equal(stepTo("aa-7", "aa-8"), "next");
  assert.equal(stepTo("aa-7", "aa-7"), "known");
  assert.equal(stepTo("aa-10", "aa-9"), "known", "numbers, not letters");
  assert.equal(stepTo("aa-7", "aa-9"), "gap");
  assert.equal(stepTo("aa-7", "bb-8"), "gap");
});

test("an event that two tabs bring is heard once, and one that never came makes the tab fetch anew", () => {
  const heard: string[] = [];
  const ends = [on("export", () => heard.push("export")), on("resync", () => heard.push("resync"))];
  const told = (id: string): Told => ({ kind: "export", id, text: '{"kind":"export"}' });
  hear(told("aa-1"));
  hear(told("aa-1"));
  hear(told("aa-2"));
  assert.deepEqual(heard, ["export", "export"]);
  hear(told("aa-5"));
  assert.deepEqual(heard.splice(0), ["export", "export", "export", "resync"]);
  compareWith("aa-4");
  compareWith(null);
  assert.deepEqual(heard, [], "a tab that is behind tells nothing new");
  compareWith("aa-6");
  assert.deepEqual(heard.splice(0), ["resync"]);
  hear(SOME_MISSED);
  assert.deepEqual(heard, ["resync"]);
  assert.equal(lastHeard(), "aa-6");
  for (const end of ends) end();
});

test("a stream that is asked for and never comes is asked for again", () => {
  const opened: { readyState: number; onopen?: () => void; onerror?: () => void }[] = [];
  class Asked {
    static CLOSED = 2;
    readyState = 0;
    constructor() {
      opened.push(this);
    }
    addEventListener(): void {}
    close(): void {
      this.readyState = Asked.CLOSED;
    }
  }
  Object.assign(globalThis, { EventSource: Asked, addEventListener: () => {}, removeEventListener: () => {} });
  mock.timers.enable({ apis: ["setTimeout"] });
  const end = openSource(() => undefined);
  mock.timers.tick(8_000);
  assert.deepEqual([opened.length, opened[0]?.readyState], [2, Asked.CLOSED]);
  opened[1]?.onerror?.();
  mock.timers.tick(8_000);
  assert.equal(opened.length, 3, "the browser tries by itself, and is not left alone with it");
  const [, , third] = opened;
  third?.onopen?.();
  if (third) third.readyState = Asked.CLOSED;
  third?.onerror?.();
  mock.timers.tick(9_000);
  assert.equal(opened.length, 4, "what the server ended is asked for once");
  end();
  mock.timers.tick(60_000);
  assert.equal(opened.length, 4);
  mock.timers.reset();
});
