import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { hasUnsaved, holdUnsaved, saveUnsaved } from "../src/api/unsaved.ts";
import { dropToastsAbout, hasKey, leavePage, problem, toast, toastsNow } from "../src/ui/Toasts.tsx";

const undo = (about: string) => ({ about, action: { label: "Undo", keys: "z", run: () => undefined } });
const keyed = () =>
  toastsNow()
    .filter(hasKey)
    .map(({ about }) => about);

beforeEach(() => {
  for (const each of ["a", "b"]) dropToastsAbout(each);
});

test("only the newest way back carries the key, and the one before it once that is taken back", () => {
  toast("Updated 2 rows to Skipped.", undo("a"));
  toast("Updated 2 rows to Skipped.", undo("b"));
  toast("The link is on the clipboard.");
  assert.deepEqual(keyed(), ["b"]);
  dropToastsAbout("b");
  assert.deepEqual(keyed(), ["a"]);
});

test("the same said twice is one note that counts; what has its own way back is not", () => {
  toast("Copied.");
  toast("Copied.");
  assert.deepEqual(
    toastsNow()
      .filter(({ words }) => words === "Copied.")
      .map(({ count }) => count),
    [2],
  );
  toast("Updated 1 row.", undo("a"));
  toast("Updated 1 row.", undo("b"));
  assert.equal(toastsNow().filter(({ words }) => words === "Updated 1 row.").length, 2);
});

test("a correction that is typed is saved before its row is decided about, and what cannot be saved says so", async () => {
  const saved: string[] = [];
  const free = [holdUnsaved("one", async () => saved.push("one") > 0), holdUnsaved("two", async () => false)];
  assert.ok(hasUnsaved(["one"]) && !hasUnsaved(["three"]) && hasUnsaved(null));
  assert.equal(await saveUnsaved(["one", "three"]), true);
  assert.ok(!hasUnsaved(["one"]), "what is saved is not saved again");
  assert.equal(await saveUnsaved(["one", "two"]), false);
  assert.deepEqual(saved, ["one"]);
  for (const each of free) each();
  assert.ok(!hasUnsaved(null));
});

test("plain notes go with the page they were said on, but not those said on the way to the next", (context) => {
  context.mock.timers.enable({ apis: ["Date"] });
  toast("It is saved.", { action: { label: "See them", run: () => undefined } });
  toast("Updated 1 row.", undo("a"));
  problem("The server does not answer.");
  context.mock.timers.tick(5_000);
  toast("The search has begun.");
  leavePage();
  assert.deepEqual(
    toastsNow()
      .slice(-3)
      .map(({ words }) => words),
    ["Updated 1 row.", "The server does not answer.", "The search has begun."],
  );
  assert.ok(toastsNow().every(({ words }) => words !== "It is saved."));
});
