import assert from "node:assert/strict";
import test from "node:test";
import { moments, roundTop, stacked, sum } from "../src/charts/stack.ts";

test("each band lies on those before it", () => {
  assert.deepEqual(
    stacked([
      [1, 2],
      [10, 0],
      [100, 5],
    ]),
    [
      [1, 2],
      [11, 2],
      [111, 7],
    ],
  );
});

test("the last edge is the sum of all bands", () => {
  const bands = [
    [3, 0, 8],
    [1, 1, 1],
    [0, 9, 4],
  ];
  assert.deepEqual(
    stacked(bands).at(-1),
    [0, 1, 2].map((index) => sum(bands.map((band) => band[index] ?? 0))),
  );
});

test("the top is round and never below what is drawn", () => {
  for (const most of [1, 3, 7, 11, 24, 26, 99, 101, 850, 2_000, 2_001, 123_456]) {
    const top = roundTop(most);
    assert.ok(top >= most && top < most * 2.6, `${most} -> ${top}`);
  }
  assert.equal(roundTop(0), 1);
  assert.equal(roundTop(Number.NaN), 1);
});

test("steps begin at the first moment and follow in order", () => {
  assert.deepEqual(moments("2026-03-01T00:00:00Z", 60, 3), [1_772_323_200, 1_772_323_260, 1_772_323_320]);
});
