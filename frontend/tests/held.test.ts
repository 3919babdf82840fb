import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, Unreachable } from "../src/api/client.ts";
import { countAgain, countAlso, sendHeld, untilAnswered } from "../src/api/held.ts";
import { dropToastsAbout, toastsNow } from "../src/ui/Toasts.tsx";

let wake = (): void => undefined;
Object.assign(globalThis, {
  addEventListener: (name: string, run: () => void) => {
    if (name === "online") wake = run;
  },
  removeEventListener: () => undefined,
});

const settle = () => new Promise((resolve) => setImmediate(resolve));
const away = () => Promise.reject(new Unreachable(null));

test("what the server could not be told of is sent in its order when it answers", async () => {
  let isBack = false;
  const told: string[] = [];
  const held: string[] = [];
  const say = (words: string) => {
    const ask = () => (isBack ? Promise.resolve(told.push(words)) : away());
    return untilAnswered(ask, () => held.push(words));
  };
  const first = say("first");
  await settle();
  const second = say("second");
  await settle();
  assert.deepEqual([held, told], [["first", "second"], []]);
  isBack = true;
  wake();
  await Promise.all([first, second]);
  assert.deepEqual(told, ["first", "second"]);
  await say("third");
  assert.deepEqual(held, ["first", "second"]);
});

test("what the server refuses is not asked again, not even behind what was held", async () => {
  const answers = [away, () => Promise.reject(new ApiError(502, {}, null)), () => Promise.resolve("kept")];
  const first = untilAnswered(() => (answers.shift() ?? away)());
  await settle();
  const refused = untilAnswered(() => Promise.reject(new ApiError(403, { message: "Not yours." }, null)));
  wake();
  assert.equal(await first, "kept");
  await assert.rejects(refused, /Not yours/);
});

test("decisions wait for whoever was signed out, are counted, and are said to be sent only when they are", async () => {
  dropToastsAbout("held");
  let answer: () => Promise<string> = away;
  const held = untilAnswered(() => answer(), undefined, 3);
  const uncount = countAlso(() => 2);
  await settle();
  countAgain();
  const words = () => toastsNow().at(-1)?.words ?? "";
  assert.match(words(), /does not answer\. 5 decisions to send/);
  answer = () => Promise.reject(new ApiError(401, { message: "Sign in." }, null));
  wake();
  await settle();
  assert.match(words(), /session has ended\. 5 decisions to send: .* signed in again/);
  assert.equal(toastsNow().filter(({ words: each }) => each.includes("answers again")).length, 0);
  answer = () => Promise.resolve("kept");
  uncount();
  sendHeld();
  assert.equal(await held, "kept");
  assert.equal(words(), "The server answers again. 3 decisions were sent.");
});
