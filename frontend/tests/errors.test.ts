import assert from "node:assert/strict";
import test from "node:test";
import { QueryClient } from "@tanstack/react-query";
import type { ErrorGroup, WorkflowMeta } from "../src/api/types.ts";
import { adviceOn, exampleOf, headline, mannerOf, trendWords } from "../src/errors/groups.ts";
import { type Answered, decideGroup, tellTogether } from "../src/errors/together.ts";
import { toastsNow } from "../src/ui/Toasts.tsx";

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

test("an example says only what is its own", () => {
  const failed = (address: string, status: string) => `The site's server failed at ${address} (HTTP status ${status}).`;
  assert.equal(
    exampleOf({ signature: failed("address", "#"), example: failed("https://acme.example/en/legal", "503") }),
    "for example acme.example/…/legal, 503",
  );
  assert.equal(
    exampleOf({ signature: "The name host is unknown.", example: "The name acme.example is unknown." }),
    "for example acme.example",
  );
  assert.equal(exampleOf({ signature: "acme.example", example: "No answer." }), "No answer.");
  assert.equal(exampleOf({ signature: "No host", example: "No (überall.example)" }), "for example überall.example");
});

test("a group says what helps", () => {
  assert.match(adviceOn({ outcome: "http_404" }) ?? "", /skip it/);
  assert.match(adviceOn({ outcome: "http_503" }) ?? "", /Try again later/);
  assert.match(adviceOn({ outcome: "dns" }) ?? "", /Correct the website/);
  assert.match(adviceOn({ outcome: "timeout" }) ?? "", /Try again later/);
  assert.match(adviceOn({ outcome: "robots_unreachable" }) ?? "", /Try again later/);
  assert.equal(adviceOn({ outcome: "proxy" }), null);
});

test("a few more that failed alike meanwhile are tried again with the others; many, or any to be sent, are asked about", async () => {
  const workflow = { name: "pages", title: "Pages", path: "/api/v3/pages", hands_over: false } as WorkflowMeta;
  const group = { search: 'cause:"gone"', count: 1 } as ErrorGroup;
  const how = { manner: "now", over: 900, isToldByCaller: true } as const;
  const client = new QueryClient();
  const expected: number[] = [];
  let actual = 3;
  globalThis.fetch = (_, options) => {
    const asked: { expected_count: number } = JSON.parse(String(options?.body));
    expected.push(asked.expected_count);
    const drifted = { error: { code: "count_drifted", message: "Not as many.", details: { actual } } };
    return Promise.resolve(
      asked.expected_count === actual
        ? Response.json({ message: "Updated.", updated_count: actual, updated_ids: [] })
        : Response.json(drifted, { status: 409 }),
    );
  };
  assert.equal((await decideGroup(client, workflow, group, "Queued", how)).updated_count, 3);
  await assert.rejects(decideGroup(client, workflow, group, "Skipped", how));
  await assert.rejects(decideGroup(client, { ...workflow, hands_over: true }, group, "Queued", how));
  actual = 40;
  await assert.rejects(decideGroup(client, workflow, group, "Queued", how));
  assert.deepEqual(expected, [1, 3, 1, 1, 1]);
});

test("what came of several groups is told once: what is sent, what waits, and what was left", () => {
  const client = new QueryClient();
  client.setQueryData(["meta"], { delivery_targets: ["hubspot"], undo_seconds: 10 });
  const answered = (hands_over: boolean, decided: object) => ({ workflow: { hands_over }, decided }) as Answered;
  const told = (...answers: Answered[]) => {
    tellTogether(client, "Queued", answers);
    return toastsNow().at(-1);
  };
  const refused = [{ id: "a", reason: "ana@oak.example is on the suppression list." }];
  const sent = told(answered(true, { updated_count: 2, refused }), answered(true, { updated_count: 3, refused }));
  assert.equal(
    sent?.words,
    "5 rows go to HubSpot. 2 rows were not queued. One of them: ana@oak.example is on the suppression list.",
  );
  assert.match(sent?.window?.then ?? "", /What is sent stays sent/);
  const job = { total: 40 };
  assert.equal(
    told(answered(false, { updated_count: 0, job }), answered(false, { updated_count: 2 }))?.words,
    "42 rows of 2 groups become Queued, a few thousand at a time.",
  );
  const mixed = told(answered(false, { updated_count: 2 }), answered(true, { updated_count: 1 }));
  assert.equal(mixed?.words, "2 rows of 1 group will be tried again. 1 row goes to HubSpot.");
});
