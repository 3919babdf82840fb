import assert from "node:assert/strict";
import { test } from "node:test";
import { blocks, runs } from "../src/help/markdown.ts";
import { firstHere, placeOf } from "../src/help/places.ts";
import { hits } from "../src/help/searching.ts";

test("a document is read into blocks, without its pictures and remarks", () => {
  const text =
    "# Title\n\n<!-- made -->\n![Alt](x.png)\n\nOne\ntwo.\n- a\n  goes on\n- b\n\n| x | y |\n| --- | --- |\n| 1 | `a` |\n\n```sh\nrun # it\n```\n";
  assert.deepEqual(
    blocks(text).map(({ kind }) => kind),
    ["heading", "paragraph", "list", "table", "code"],
  );
  const [, paragraph, list] = blocks(text);
  assert.deepEqual(paragraph, { kind: "paragraph", runs: [{ kind: "text", text: "One two." }] });
  assert.ok(list?.kind === "list" && list.items.length === 2);
});

test("the keys of this screen come first", () => {
  const at = (address: string) => {
    const [path = "", query] = address.split("?");
    return placeOf(path, new URLSearchParams(query));
  };
  assert.deepEqual(["/", "/duplicates", "/w/pages", "/w/pages?map=1", "/w/pages?map=1&review=1", "/errors"].map(at), [
    "everywhere",
    "pairs",
    "grid",
    "map",
    "review",
    "everywhere",
  ]);
  assert.deepEqual(firstHere(["everywhere", "grid", "map"], "grid"), ["grid", "everywhere", "map"]);
});

test("marks inside a line are told apart, and markup stays text", () => {
  assert.deepEqual(
    runs("Press `q` or **Queue**, see [more](a.md) <b>").map(({ kind, text }) => `${kind}:${text}`),
    ["text:Press ", "code:q", "text: or ", "strong:Queue", "text:, see ", "link:more", "text: <b>"],
  );
});

test("a title that has the words comes before a text that has them", () => {
  const document = (name: string, title: string, text: string) => ({ name, title, text, group: "How to" });
  const all = [
    document("a", "Other", "# Other\nTo undo, press z."),
    document("b", "Undo a decision", "# Undo\nWords."),
  ];
  assert.deepEqual(
    hits(all, "undo").map(({ document: { name }, line }) => [name, line]),
    [
      ["b", ""],
      ["a", "To undo, press z."],
    ],
  );
  assert.equal(hits(all, "nothing of it").length, 0);
});
