import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, get } from "../src/api/client.ts";

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
