import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient } from "@tanstack/react-query";
import type { LiveRow } from "../src/api/types.ts";
import { catchingUp } from "../src/live/catchUp.ts";

const row = (id: string, processing_status: LiveRow["processing_status"]): LiveRow =>
  ({ id, state: processing_status ?? "New", curation_status: "Queued", processing_status, error: null, outcome: null, attempts: 1, updated_at: "2026-03-01T09:00:00Z", title: null });
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
const stale = (client: QueryClient) => client.getQueryCache().getAll().filter(({ state }) => state.isInvalidated).map(({ queryKey }) => JSON.stringify(queryKey));

test("a finished row makes its page, the counts of its tab and the day's costs stale, once", async () => {
  const client = filled();
  const hear = catchingUp(client, () => Promise.resolve(), 5);
  hear({ kind: "rows", workflow: "pages", rows: [row("a", "Complete")] });
  assert.deepEqual(stale(client), [], "not at each event");
  await pause(30);
  assert.deepEqual(stale(client), ['["list","pages",{"page":1}]', '["facets","pages",{"search":"x"}]', '["limits"]']);
});

test("a row that was only taken changes counts alone", async () => {
  const client = filled();
  catchingUp(client, () => Promise.resolve(), 5)({ kind: "rows", workflow: "pages", rows: [row("a", "Processing")] });
  await pause(30);
  assert.deepEqual(stale(client), ['["facets","pages",{"search":"x"}]']);
});

test("nothing is asked for while a decision is on its way", async () => {
  const client = filled();
  let kept = () => undefined as void;
  const hear = catchingUp(client, () => new Promise<void>((resolve) => { kept = resolve; }), 5);
  hear({ kind: "rows", workflow: "pages", rows: [row("a", "Complete")] });
  await pause(30);
  assert.deepEqual(stale(client), []);
  kept();
  await pause(5);
  assert.equal(stale(client).length, 3);
});
