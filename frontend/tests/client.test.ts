import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, get, post } from "../src/api/client.ts";

function answering(...answers: Response[]): void {
  globalThis.fetch = () => Promise.resolve(answers.shift() ?? Response.error());
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

test("what was asked for early is the answer of whoever asks first", async () => {
  answering(Response.json({ name: "early" }), Response.json({ name: "late" }));
  begin("/meta");
  await pause();
  assert.deepEqual(await get("/meta"), { name: "early" });
  assert.deepEqual(await get("/meta"), { name: "late" });
});

test("what was refused early is asked for again", async () => {
  answering(
    Response.json({ error: { message: "Sign in first." } }, { status: 401 }),
    Response.json({ name: "signed in" }),
  );
  begin("/prefs");
  await pause();
  assert.deepEqual(await get("/prefs"), { name: "signed in" });
});

test("what could not be asked says whether it was done: not, perhaps, or that there was nothing to do", async () => {
  const before = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  const network = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  const asked = (onLine: boolean, ask: () => Promise<unknown>, words: RegExp) => {
    Object.defineProperty(globalThis, "navigator", { value: { onLine }, configurable: true });
    return assert.rejects(ask, words);
  };
  await asked(true, () => get("/meta"), /What you see may be old/);
  await asked(true, () => post("/auth/logout", { everywhere: false }), /may have done this or not/);
  await asked(false, () => post("/auth/logout", { everywhere: false }), /nothing was done/);
  globalThis.fetch = before;
  if (network) Object.defineProperty(globalThis, "navigator", network);
  else Reflect.deleteProperty(globalThis, "navigator");
});
