import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient } from "@tanstack/react-query";
import { rememberTogether, rememberUndo, undo, undoLast, undoRow } from "../src/shell/undo.ts";
import { toastsNow } from "../src/ui/Toasts.tsx";

/** What is asked of a server that takes everything back. */
function asking(): string[] {
  const asked: string[] = [];
  globalThis.fetch = (address) => {
    asked.push(String(address).replace("/api/v3/undo/", ""));
    return Promise.resolve(Response.json({ message: "1 of 1 restored.", restored: 1, total: 2 }));
  };
  return asked;
}

test("the last decision of a sitting goes back by its rows, and what went back otherwise is not asked for again", async () => {
  const asked = asking();
  const client = new QueryClient();
  rememberUndo("before");
  rememberUndo("sitting", ["a", "b"]);
  rememberUndo("sitting", ["c"]);
  await undoLast(client);
  await undoRow("sitting", "b");
  await undoLast(client);
  await undoLast(client);
  assert.deepEqual(asked, ["sitting?row=c", "sitting?row=b", "sitting?row=a", "before"]);
});

test("a whole batch taken back leaves none of its rows", async () => {
  asking();
  const client = new QueryClient();
  rememberUndo("other");
  rememberUndo("sitting", ["a"]);
  await undo(client, "sitting");
  const asked = asking();
  await undoLast(client);
  assert.deepEqual(asked, ["other"]);
});

test("what one press decided in several tabs goes back together", async () => {
  const asked = asking();
  const client = new QueryClient();
  rememberUndo("before");
  rememberTogether(["first", "second"]);
  await undoLast(client);
  assert.deepEqual(asked, ["first", "second"]);
  assert.equal(toastsNow().at(-1)?.words, "2 of 4 restored. The History says what becomes of the others.");
  await undoLast(client);
  assert.deepEqual(asked, ["first", "second", "before"]);
});
