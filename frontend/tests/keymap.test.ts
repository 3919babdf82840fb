import assert from "node:assert/strict";
import { test } from "node:test";
import { ACTIONS, collisions, keyMap, meanings, written } from "../src/keys/keymap.ts";

const press = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", boolean>> = {}) =>
  written({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

test("no key means two things in one place", () => {
  assert.deepEqual(collisions(keyMap()), []);
});

test("a person's own key that collides is named with both actions", () => {
  assert.deepEqual(collisions(keyMap({ skip: "q" })), [["queue", "skip", "q"]]);
});

test("a key of review mode may mean something else in the grid", () => {
  assert.deepEqual(collisions(keyMap({ "review-later": "x" })), []);
});

test("keys are written as the map has them, whatever the keyboard", () => {
  assert.equal(press("k", { ctrlKey: true }), "Ctrl+k");
  assert.equal(press("k", { metaKey: true }), "Ctrl+k");
  assert.equal(press("J", { shiftKey: true }), "Shift+j");
  assert.equal(press("?", { shiftKey: true }), "?");
  assert.equal(press(" "), "Space");
  assert.equal(press("ArrowDown", { shiftKey: true }), "Shift+ArrowDown");
});

test("no action takes the keys of the tabs", () => {
  const taken = Object.values(ACTIONS).flatMap(({ keys }) => keys as readonly string[]);
  for (let tab = 1; tab <= 9; tab += 1) assert.ok(!taken.includes(`g ${tab}`));
});

test("after g, a key that means nothing there means nothing at all; another g begins anew", () => {
  assert.deepEqual(meanings("q", null), ["q"]);
  assert.deepEqual(meanings("q", "g"), ["g q"]);
  assert.deepEqual(meanings("g", "g"), ["g g", "g"]);
});
