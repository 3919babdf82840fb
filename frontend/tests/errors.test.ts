import assert from "node:assert/strict";
import test from "node:test";
import { mannerOf, trendWords } from "../src/errors/groups.ts";

test("a retry's manner is a time to spread over or a limit, never both", () => {
  assert.deepEqual(mannerOf("now", 900), {});
  assert.deepEqual(mannerOf("spread", 900), { spread: 900 });
  assert.deepEqual(mannerOf("first", 900), { limit: 10 });
});

test("a trend is judged by its last two thirds", () => {
  assert.match(trendWords([9, 9, 9, 0, 0, 0, 5, 5, 5]), /^rising/);
  assert.match(trendWords([0, 0, 0, 5, 5, 5, 0, 1, 0]), /^falling/);
  assert.match(trendWords([5, 5, 5, 5, 5, 5, 5, 5, 5]), /^steady/);
});
