import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient } from "@tanstack/react-query";
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
