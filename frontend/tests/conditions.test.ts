import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rule } from "../src/api/types.ts";
import { exampleOf, offers, type RuleField, taken } from "../src/rules/conditions.ts";
import { firstRuled } from "../src/rules/StageChoice.tsx";
import { tidied } from "../src/rules/tidied.ts";
import { conditionWords, ruleSentence } from "../src/rules/words.ts";
import { EMPTY } from "../src/rules/written.ts";

const FIELDS: RuleField[] = [
  { name: "score", label: "Score", kind: "score", values: null },
  { name: "kind", label: "Type", kind: "enum", values: ["contact", "about"] },
  { name: "title", label: "Title", kind: "text", values: null },
  { name: "domain.parked", label: "Parked", kind: "boolean", values: ["true", "false"] },
  { name: "changed_at", label: "Changed", kind: "moment", values: null },
];
const texts = (text: string) => offers(text, text.length, FIELDS, { title: ['say "so"'] }).map((each) => each.text);

test("fields are offered where a comparison begins, by their name or its last part", () => {
  assert.deepEqual(texts(""), ["score", "kind", "title", "domain.parked", "changed_at", "not"]);
  assert.deepEqual(texts("score > 4 and (par"), ["domain.parked"]);
  assert.deepEqual(texts("not k"), ["kind"]);
  assert.deepEqual(texts("Typ"), ["kind"], "or by the label above its column");
  assert.deepEqual(texts("# k"), []);
});

test("signs follow what a field is", () => {
  assert.deepEqual(texts("score >"), [">="]);
  assert.deepEqual(texts("kind "), ["=", "!=", "~", "in (", "is empty", "is not empty"]);
  assert.deepEqual(texts("domain.parked "), ["and", "or"]);
  assert.deepEqual(texts("kind is "), ['"contact"', '"about"', "empty", "not empty"]);
  assert.deepEqual(texts("unknown "), []);
});

test("values are those that a field may have, and those that were seen", () => {
  assert.deepEqual(texts("kind = "), ['"contact"', '"about"']);
  assert.deepEqual(texts('kind in ("contact", "ab'), ['"about"']);
  assert.deepEqual(texts('kind in ("contact" '), [",", ")"]);
  assert.deepEqual(texts("kind not in ("), ['"contact"', '"about"']);
  assert.deepEqual(texts("title ~ "), ['"say \\"so\\""']);
  assert.deepEqual(texts("changed_at > 7"), ["7d"]);
  assert.deepEqual(texts("score > "), []);
});

test("a whole comparison is joined, and a bracket that is open may be closed", () => {
  assert.deepEqual(texts("score > 4 "), ["and", "or"]);
  assert.deepEqual(texts('(kind in ("contact") '), ["and", "or", ")"]);
  assert.deepEqual(texts("score > 4 a"), ["and"]);
});

test("what is taken stands where the typing was, and the typing goes on behind it", () => {
  const [offer] = offers("sc and kind", 2, FIELDS);
  assert.deepEqual(offer && taken("sc and kind", offer), { text: "score and kind", caret: 5 });
  const [sign] = offers("kind i", 6, FIELDS);
  assert.deepEqual(sign && taken("kind i", sign), { text: "kind in (", caret: 9 });
});

test("what was said is written as rules are kept, and what is kept stays as it is", () => {
  const all: RuleField[] = [
    ...FIELDS,
    { name: "found_by", label: "Found by", kind: "text", values: null },
    { name: "domain.title", label: "Title", kind: "text", values: null },
  ];
  // As tests/services/runs/test_rule_language.py has them, where the server understands both alike.
  const said = {
    "kind is contact": 'kind = "contact"',
    "Type = Contact and score > 4": 'kind = "Contact" and score > 4',
    "type is not contact": 'kind != "contact"',
    "kind is in (contact, about)": 'kind in ("contact", "about")',
    "kind is not in (contact)": 'kind not in ("contact")',
    "title contains our team or title equals team-page": 'title ~ "our team" or title = "team-page"',
    "Score is at least 50 and score is below 99": "score >= 50 and score < 99",
    "Found by is link": 'found_by = "link"',
    "changed_at is after 7d": "changed_at > 7d",
    "Parked is true": "domain.parked = true",
    "Title is not empty": "title is not empty",
    "not (type is about) # Type": 'not (kind = "about") # Type',
  };
  for (const [text, written] of Object.entries(said)) {
    assert.equal(tidied(text, all), written);
    assert.equal(tidied(written, all), written);
  }
  for (const half of ["kind is", "kind is not", "kind =", "kind in (", "kind in", "unknown is x", ""])
    assert.equal(tidied(half, all), half);
  for (const other of ["title = Köln", "title = AT&T", "title = O'Brien", "title = Acme 24 and score > 4"])
    assert.equal(tidied(other, all), other, "what is no name is left for quotes that a person puts");
  assert.equal(conditionWords("score is not above 4", all), "Score is not above 4");
  assert.equal(conditionWords("type is contact", all), "Type is “contact”");
});

test("the example is one that this workflow would understand", () => {
  assert.equal(exampleOf([{ when: "" }, { when: "score > 50" }], FIELDS), "score > 50");
  assert.equal(exampleOf([], FIELDS), 'score > 4 and kind = "contact"');
});

test("a condition is said in words, by the labels of its fields", () => {
  const said = (text: string) => conditionWords(text, FIELDS);
  assert.equal(said('score >= 50 and kind = "contact"'), "Score is at least 50 and Type is “contact”");
  assert.equal(said('not (kind in ("contact", "about"))'), "not (Type is one of (“contact”, “about”))");
  assert.equal(said('kind not in ("about")'), "Type is none of (“about”)");
  assert.equal(said("title is not empty or title is empty"), "Title has a value or Title has no value");
  assert.equal(said("domain.parked and changed_at > 7d"), "“Parked” is so and Changed was after 7 days ago");
  assert.equal(said("changed_at < 1h # old"), "Changed was before 1 hour ago");
  assert.equal(said("domain.parked = false"), "Parked is false");
  for (const word of ["sco", "constructor", "toString"]) assert.equal(said(word), word);
  assert.equal(said("changed_at < constructor"), "Changed was before constructor");
});

test("the rules open on a stage that has some of its own, then on one where a search goes on by itself", () => {
  const stages = ["searches", "places", "pages"].map((name) => ({ name, code: name, title: name }));
  const going = [{ workflow: "places", name: "Go on", action: "queue" as const, for_origin: "x", changed_by: "ana" }];
  const items = [{ workflow: "pages" }] as Rule[];
  assert.equal(firstRuled(stages, { items, for_origins: going })?.name, "pages");
  assert.equal(firstRuled(stages, { items: [], for_origins: going })?.name, "places");
  assert.equal(firstRuled(stages)?.name, "searches");
});

test("a share in percent is one value", () => {
  assert.match(conditionWords("score above 99%", FIELDS), /99%$/);
});

test("a rule is one sentence", () => {
  const pages = { title: "Pages", hands_over: false };
  const rule = { ...EMPTY, when: "score > 50", at_most: 3, per: "local_business", first: ["-score", " "] };
  assert.equal(
    ruleSentence(rule, pages, FIELDS),
    "This rule will queue each row of Pages for which this is true: Score is above 50, but at most 3 of each local business," +
      " first those with the highest Score. It takes rows that nobody has decided about, now and later.",
  );
  const waiting = { ...rule, enough: { kind: 2, title: 1 }, after: ["sitemap_import", "page_curation"] };
  const stages = [{ name: "page_curation", title: "Page curation" }];
  assert.match(
    ruleSentence(waiting, pages, FIELDS, stages),
    /highest Score\. Once there are 2 of the same Type or 1 of the same Title, others go first\. It waits until sitemap import and Page curation have finished with the local business\. It takes/,
  );
  const byKind = { ...rule, first: ['kind = "contact"', 'kind = "team"', "-score", "title"] };
  assert.match(
    ruleSentence(byKind, pages, FIELDS),
    /first those where Type is “contact”, then those where Type is “team”, then those with the highest Score, then those with the lowest Title\./,
  );
  const alone = { ...EMPTY, per: "domain", after: ["page_curation"], enough: { kind: 2 } };
  assert.match(
    ruleSentence(alone, pages, FIELDS, stages),
    /^This rule will queue every row of Pages\. It waits until Page curation has finished with the domain\. It takes/,
  );
  assert.match(ruleSentence({ ...EMPTY, action: "skip" }, pages, FIELDS), /^This rule will skip every row of Pages\. /);
  assert.match(ruleSentence(EMPTY, { title: "Contacts", hands_over: true }, FIELDS), /^This rule will send every row/);
});
