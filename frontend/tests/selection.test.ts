import assert from "node:assert/strict";
import { test } from "node:test";
import {
  allMatching,
  between,
  cameSince,
  choose,
  chosenCount,
  isChosen,
  isNothing,
  NOTHING,
  pageMark,
  toggle,
  withoutGone,
  withoutTried,
} from "../src/grid/selection.ts";

const FILTER = { states: [], search: "dentist", origin: null };

test("rows are chosen one by one and given up again", () => {
  const one = toggle(NOTHING, "a");
  assert.ok(isChosen(one, "a") && !isChosen(one, "b"));
  assert.ok(isNothing(toggle(one, "a")));
  assert.ok(isNothing(NOTHING), "a value that was built upon stays as it was");
});

test("every row that matches is chosen but those that were given up", () => {
  const all = choose(allMatching(FILTER), ["a", "b"], false);
  assert.ok(!isChosen(all, "a") && isChosen(all, "seen on no page yet"));
  assert.equal(chosenCount(all, 520_237), 520_235);
  assert.equal(chosenCount(all, null), null);
  assert.equal(chosenCount(choose(all, ["a"], true), 10), 9);
  assert.ok(!isNothing(all));
});

test("everything is what there was at that moment, and what came since is counted apart", () => {
  const through = "01980000-0000-7000-8000-0000000000ff";
  const all = allMatching(FILTER, { through, total: 9, total_is_estimate: false });
  assert.equal(chosenCount(all, 13), 9);
  assert.equal(cameSince(all, 13), 4);
  assert.equal(chosenCount(all, 7), 7, "two have left");
  assert.equal(cameSince(all, 7), 0);
  assert.ok(isChosen(all, "01980000-0000-7000-8000-0000000000fe"));
  assert.ok(!isChosen(all, "01980000-0001-7000-8000-000000000000"));
  const guessed = allMatching(FILTER, { through, total: 9, total_is_estimate: true });
  assert.equal(chosenCount(guessed, 13), 13, "a guess is no count");
});

test("a range goes both ways and is cut at what is shown", () => {
  const order = ["a", "b", "c", "d"];
  assert.deepEqual(between(order, "b", "d"), ["b", "c", "d"]);
  assert.deepEqual(between(order, "d", "b"), ["b", "c", "d"]);
  assert.deepEqual(between(order, "on the page before", "b"), ["b"]);
  assert.deepEqual(between(order, null, "b"), ["b"]);
  assert.deepEqual(between(order, "a", "nowhere"), []);
});

test("a selection survives going to another page", () => {
  const chosen = choose(NOTHING, ["a", "b"], true);
  assert.equal(pageMark(chosen, ["a", "b"]), "all");
  assert.equal(pageMark(chosen, ["b", "c"]), "some");
  assert.equal(pageMark(chosen, ["c", "d"]), "none");
  assert.equal(pageMark(chosen, []), "none");
  assert.equal(chosenCount(choose(chosen, ["c"], true), null), 3);
});

test("rows that were tried first are no longer chosen", () => {
  assert.equal(chosenCount(withoutTried(choose(NOTHING, ["a", "b", "c"], true), ["a", "b"]), null), 1);
  assert.ok(!isChosen(withoutTried(allMatching(FILTER), ["a"]), "a"));
});

test("rows that left the page are no longer chosen; those of other pages are", () => {
  const chosen = choose(NOTHING, ["a", "b", "on another page"], true);
  const left = withoutGone(chosen, ["a", "b", "c"], ["b", "c", "d"]);
  assert.deepEqual(left, choose(NOTHING, ["b", "on another page"], true));
  assert.equal(withoutGone(chosen, ["a", "b"], ["b", "a"]), chosen, "nothing is gone");
  const all = allMatching(FILTER);
  assert.equal(withoutGone(all, ["a"], []), all);
});
