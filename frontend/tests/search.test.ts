import assert from "node:assert/strict";
import { test } from "node:test";
import { onlineManager } from "@tanstack/react-query";
import { makeQueryClient } from "../src/api/queries.ts";
import type { SearchRequest } from "../src/api/types.ts";
import { boxTrouble, circle, corners, parsePoint, squareKilometres } from "../src/search/areas.ts";
import { lookBefore } from "../src/search/Before.tsx";
import { EMPTY, lines, read } from "../src/search/draft.ts";
import { firstSource, needsOf } from "../src/search/sources.ts";

const draft = { ...EMPTY, phrase: "dentists", source: "overture" };

test("a point is read as people write it", () => {
  for (const text of ["30.2672, -97.7431", " 30.2672 -97.7431 ", "30.2672 N, 97.7431 W", "30.2672;-97.7431"])
    assert.deepEqual(parsePoint(text), [30.2672, -97.7431], text);
  for (const text of ["", "Austin", "91, 0", "30.2672", "1,2,3"]) assert.equal(parsePoint(text), null, text);
});

test("a circle has the size it should have", () => {
  const ring = circle([30.2672, -97.7431], 5_000);
  const area = squareKilometres(ring);
  assert.ok(Math.abs(area - Math.PI * 25) < 1, String(area));
});

test("a box is checked before it is drawn", () => {
  assert.equal(boxTrouble({ south: 30, west: -98, north: 31, east: -97 }), null);
  assert.match(boxTrouble({ south: 31, west: -98, north: 30, east: -97 }) ?? "", /southern/);
  assert.match(boxTrouble({ south: Number.NaN, west: 0, north: 1, east: 1 }) ?? "", /four/);
  assert.equal(corners({ south: 30, west: -98, north: 31, east: -97 }).length, 4);
  assert.match(boxTrouble({ south: 30, west: 5, north: 31, east: 5 }) ?? "", /same/);
});

test("a phrase alone must say where", () => {
  assert.match(read(draft).trouble ?? "", /where/);
  assert.deepEqual(read({ ...draft, phrase: " dentists  in Austin, TX " }).request, {
    phrase: "dentists in Austin, TX",
    source: "overture",
    limit: null,
    list_name: null,
    queue: true,
  });
});

test("a named area is put together from its parts, with a radius in metres", () => {
  const { request } = read({ ...draft, way: "name", place: "Austin", region: "Texas, USA", around: "2,5" });
  assert.deepEqual([request?.area, request?.radius], ["Austin, Texas, USA", 2500]);
  assert.match(read({ ...draft, way: "name", place: "Austin", around: "900" }).trouble ?? "", /200 km/);
});

test("an area may cross the 180th meridian", () => {
  const fiji = { south: -18, west: 179, north: -16, east: -179 };
  assert.equal(boxTrouble(fiji), null);
  assert.ok(Math.abs(squareKilometres(corners(fiji)) - squareKilometres(corners({ ...fiji, west: 10, east: 12 }))) < 1);
  const ring = circle([-17, 179.99], 5_000);
  assert.ok(ring.every(([, longitude]) => Math.abs(longitude) <= 180 && Math.abs(longitude) > 179));
  assert.ok(Math.abs(squareKilometres(ring) - Math.PI * 25) < 1);
});

test("no edge of a box is longer than a quarter of the earth", () => {
  const points = corners({ south: -10, west: -170, north: 10, east: 100 });
  for (const [index, [, longitude]] of points.slice(1).entries())
    assert.ok(Math.abs(longitude - (points[index]?.[1] ?? 0)) <= 90);
});

test("a circle and a box become corners", () => {
  assert.equal(read({ ...draft, way: "circle", centre: "30, -97", radius: "3" }).request?.polygon?.length, 48);
  assert.deepEqual(
    read({ ...draft, way: "box", south: "30", west: "-98", north: "31", east: "-97" }).request?.polygon?.[0],
    [30, -98],
  );
});

test("a limit is a whole number", () => {
  assert.match(read({ ...draft, phrase: "a in b", limit: "1.5" }).trouble ?? "", /whole/);
});

test("lines are tidied and each is taken once", () => {
  assert.deepEqual(lines(" a  b \n\na b\nc", 2), ["a b", "c"]);
});

test("with nothing set up, a search begins with OpenStreetMap and the others say what they need", () => {
  const source = { cap: null, page_cost_micros: 0, needs: null, unready: null };
  const google = {
    ...source,
    name: "google",
    title: "Google Places",
    page_cost_micros: 35_000,
    unready: "No key.",
    needs: "A key in GOOGLE_PLACES_API_KEY; Google bills what is asked.",
  };
  const overpass = { ...source, name: "overpass", title: "OpenStreetMap" };
  const overture = {
    ...source,
    name: "overture",
    title: "Overture Maps",
    unready: "No file.",
    needs: "A file in OVERTURE_PATH, and the extra.",
  };
  assert.equal(firstSource([google, overpass, overture]), "overpass");
  assert.equal(firstSource([{ ...google, unready: null }, overpass]), "google", "somebody set its key");
  const operator = { simulated: false, is_operator: true };
  assert.equal(needsOf(overpass, operator), "Needs no key and no account.");
  assert.match(needsOf(google, operator), /^A key in GOOGLE_PLACES_API_KEY.* Each page of results costs \$0.04.$/);
  assert.match(needsOf(overture, operator), /OVERTURE_PATH, and the extra/);
  assert.equal(
    needsOf({ ...google, unready: null }, { ...operator, simulated: true }),
    "",
    "simulated, nothing is paid",
  );
  for (const simulated of [true, false])
    assert.match(needsOf(overture, { simulated, is_operator: false }), /^It is not set up: ask who runs this/);
  assert.equal(needsOf(overpass, { simulated: false, is_operator: false }), "Needs no key and no account.");
});

test("a search is asked about also while the browser says that it is offline", async () => {
  onlineManager.setOnline(false);
  const client = makeQueryClient();
  const before = { id: "a", what: "dentists" };
  globalThis.fetch = () => Promise.resolve(Response.json(before));
  assert.deepEqual(await lookBefore(client, { phrase: "dentists in Austin, TX" } as SearchRequest), before);
  globalThis.fetch = () => Promise.reject(new TypeError());
  assert.equal(await lookBefore(client, { phrase: "bakers in Austin, TX" } as SearchRequest), null);
  onlineManager.setOnline(true);
});
