import assert from "node:assert/strict";
import test from "node:test";
import { adviceOn, headline, mannerOf, trendWords } from "../src/errors/groups.ts";

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

test("what is each row's own stands as dots, and a word of the message stays", () => {
  assert.equal(
    headline({
      signature: "The name host could not be resolved.",
      example: "The name acme.example could not be resolved.",
    }),
    "The name … could not be resolved.",
  );
  assert.equal(
    headline({ signature: "address redirects in a circle.", example: "https://acme.example/ redirects in a circle." }),
    "An address redirects in a circle.",
  );
  assert.equal(headline({ signature: "HTTP 503 from host", example: "HTTP 503 from host" }), "HTTP 503 from host");
  assert.equal(headline({ signature: "No answer from host", example: "No" }), "No answer from host");
});

test("a group says what helps", () => {
  assert.match(adviceOn({ outcome: "http_404" }) ?? "", /skip it/);
  assert.match(adviceOn({ outcome: "http_503" }) ?? "", /Try again later/);
  assert.match(adviceOn({ outcome: "dns" }) ?? "", /Correct the website/);
  assert.match(adviceOn({ outcome: "timeout" }) ?? "", /Try again later/);
  assert.match(adviceOn({ outcome: "robots_unreachable" }) ?? "", /Try again later/);
  assert.equal(adviceOn({ outcome: "proxy" }), null);
});
