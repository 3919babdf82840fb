import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { decideIds } from "../src/api/decide.ts";
import type { Page, WorkflowMeta } from "../src/api/types.ts";
import { toastsNow } from "../src/ui/Toasts.tsx";

globalThis.addEventListener ??= () => undefined;
globalThis.removeEventListener ??= () => undefined;

const contacts: Partial<WorkflowMeta> = {
  name: "contacts",
  title: "Contacts",
  path: "/api/v3/contacts",
  hands_over: false,
  title_column: "email",
  columns: [],
};
const workflow = contacts as WorkflowMeta;
const LISTS = ["first", "second"].map((which) => ["list", "contacts", which]);

/** Two lists have the same rows; the second knows something newer of them. */
function clientWithLists(): QueryClient {
  const client = new QueryClient();
  for (const [at, key] of LISTS.entries())
    client.setQueryData(key, {
      items: ["a", "b"].map((id) => ({ id, state: "New", email: `${id}${at}@oak.example` })),
      total: 2,
    });
  return client;
}

const rows = (client: QueryClient) => LISTS.flatMap((key) => client.getQueryData<Page>(key)?.items ?? []);

const REFUSED = { message: "1 row was not queued.", updated_ids: ["b"], refused: [{ id: "a", reason: "" }] };

const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

function answering(...answers: (() => Promise<Response>)[]): void {
  globalThis.fetch = () => (answers.shift() ?? (() => Promise.reject(new TypeError())))();
}

test("of several rows one that is refused goes back in each list to what that list had", async () => {
  const client = clientWithLists();
  answering(() => {
    assert.ok(rows(client).every(({ state }) => state === "Queued"));
    return Promise.resolve(Response.json(REFUSED));
  });
  await decideIds(client, workflow, ["a", "b"], "Queued");
  assert.deepEqual(
    rows(client).map(({ state, email }) => [state, email]),
    [
      ["New", "a0@oak.example"],
      ["Queued", "b0@oak.example"],
      ["New", "a1@oak.example"],
      ["Queued", "b1@oak.example"],
    ],
  );
});

test("what was seen on the screen is said with a decision, and what somebody else decided meanwhile is shown", async () => {
  const client = clientWithLists();
  const [before] = LISTS;
  assert.ok(before);
  const seen = "2026-03-01T12:00:00Z";
  for (const key of LISTS)
    client.setQueryData<Page>(
      key,
      (page) => page && { ...page, items: page.items.map((row) => ({ ...row, updated_at: seen })) },
    );
  client.setQueryData(["list", "contacts", "ahead"], { items: [{ id: "a", updated_at: "2026-03-01T12:00:09Z" }] });
  client.setQueryData(["list", "contacts", "left"], { items: [{ id: "c", state: "New", updated_at: seen }] });
  const stop = new QueryObserver(client, {
    queryKey: before,
    queryFn: () => Promise.reject(new Error("not asked for")),
    staleTime: Infinity,
  }).subscribe(() => undefined);
  const overtaken = [
    {
      id: "a",
      state: "Skipped",
      curation_status: "Skipped",
      updated_at: "2026-03-01T12:00:09Z",
      made_by: "ben",
      made_at: seen,
    },
  ];
  const message = "Not taken for 1 row: ben decided about it meanwhile, and it is Skipped now.";
  let sent: unknown;
  globalThis.fetch = (_, options) => {
    sent = JSON.parse(String(options?.body));
    return Promise.resolve(Response.json({ message, updated_ids: [], overtaken }));
  };
  await decideIds(client, workflow, ["a", "c"], "Queued");
  stop();
  assert.deepEqual((sent as { seen: unknown }).seen, [
    { id: "a", updated_at: seen },
    { id: "c", updated_at: seen },
  ]);
  assert.deepEqual(
    rows(client).map(({ state }) => state),
    ["Skipped", "New", "Skipped", "New"],
  );
  assert.ok(toastsNow().some(({ words, kind }) => words === message && kind === "problem"));
});

test("what is refused once the server is back is said, though the decision was held", async () => {
  const client = clientWithLists();
  let answer = (_: Response): void => undefined;
  answering(
    () => Promise.reject(new TypeError()),
    () => new Promise((resolve) => (answer = resolve)),
  );
  assert.deepEqual(await decideIds(client, workflow, ["a", "b"], "Queued"), { updated_ids: ["a", "b"] });
  await soon();
  const message = "1 row was not queued after all.";
  assert.ok(toastsNow().every(({ words }) => words !== message));
  answer(Response.json({ ...REFUSED, message }));
  await soon();
  assert.ok(toastsNow().some(({ words }) => words === message));
  assert.deepEqual(
    rows(client).map(({ state }) => state),
    ["New", "Queued", "New", "Queued"],
  );
});
