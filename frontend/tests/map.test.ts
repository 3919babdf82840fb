import assert from "node:assert/strict";
import { test } from "node:test";
import type { MapPoint } from "../src/api/types.ts";
import { boxed } from "../src/map/box.ts";
import { marksOf } from "../src/map/clusters.ts";
import {
  boundsOf,
  fitting,
  netStep,
  panned,
  project,
  scaleOf,
  tilesOf,
  toPixel,
  toSpot,
  unproject,
  worldSize,
  zoomed,
} from "../src/map/mercator.ts";
import { pathOf } from "../src/map/Outlines.tsx";
import { nowhereWords, sumWords } from "../src/map/PointList.tsx";

const SIZE = { width: 800, height: 600 };
const AUSTIN = { lat: 30.2672, lon: -97.7431, zoom: 11 };
const point = (id: string, lat: number, lon: number): MapPoint => ({ id, lat, lon, title: id, state: "New" });
const near = (one: number, other: number, within = 1e-6) =>
  assert.ok(Math.abs(one - other) <= within, `${one} is not ${other}`);

test("the middle of the earth is the middle of the square, and every spot comes back", () => {
  assert.deepEqual(project({ lat: 0, lon: 0 }), { x: 0.5, y: 0.5 });
  for (const spot of [
    { lat: 30, lon: -97 },
    { lat: -60, lon: 179 },
    { lat: 85, lon: -180 },
  ]) {
    const back = unproject(project(spot));
    near(back.lat, spot.lat);
    near(back.lon, spot.lon);
  }
});

test("a pixel leads to its spot and back", () => {
  const back = toPixel(toSpot({ x: 123, y: 456 }, AUSTIN, SIZE), AUSTIN, SIZE);
  near(back.x, 123, 1e-6);
  near(back.y, 456, 1e-6);
});

test("zooming keeps the spot under the pointer", () => {
  const at = { x: 600, y: 100 };
  const before = toSpot(at, AUSTIN, SIZE);
  const after = toSpot(at, zoomed(AUSTIN, 1.5, at, SIZE), SIZE);
  near(after.lat, before.lat);
  near(after.lon, before.lon);
});

test("moving to the right shows what lies to the left, and the earth goes round", () => {
  assert.ok(panned(AUSTIN, 100, 0).lon < AUSTIN.lon);
  assert.ok(panned({ lat: 0, lon: -179, zoom: 2 }, 200, 0).lon > 100);
});

test("the world is drawn once, however wide the window is", () => {
  const wide = { width: 1_400, height: 700 };
  assert.ok(worldSize(fitting([], wide).zoom) >= 1_400);
  assert.ok(worldSize(zoomed(AUSTIN, -30, { x: 0, y: 0 }, wide).zoom) >= 1_399);
});

test("a fitting view shows every spot", () => {
  const spots = [
    { lat: 30.1, lon: -97.9 },
    { lat: 30.5, lon: -97.5 },
  ];
  const bounds = boundsOf(fitting(spots, SIZE), SIZE);
  for (const { lat, lon } of spots)
    assert.ok(lat > bounds.south && lat < bounds.north && lon > bounds.west && lon < bounds.east);
  assert.equal(fitting([spots[0] ?? AUSTIN], SIZE).zoom, 15);
});

test("a window across the 180th meridian asks for both sides, and draws both", () => {
  const view = { lat: -17, lon: 179.5, zoom: 8 };
  const bounds = boundsOf(view, SIZE);
  assert.ok(bounds.west > 170 && bounds.west < 180 && bounds.east < -170 && bounds.east > -180);
  assert.deepEqual([boundsOf({ ...view, zoom: 1 }, SIZE).west, boundsOf({ ...view, zoom: 1 }, SIZE).east], [-180, 180]);
  const marks = marksOf([point("a", -17, 179.2), point("b", -17, -179.6)], [], view, SIZE);
  assert.deepEqual(marks.map(({ points }) => points[0]?.id).sort(), ["a", "b"]);
  for (const { x } of marks) assert.ok(x > 0 && x < SIZE.width);
  const together = marksOf([point("a", -17, 179.99), point("b", -17, -179.99)], [], { ...view, zoom: 3 }, SIZE);
  assert.equal(together.length, 1);
  near(Math.abs(together[0]?.lon ?? 0), 180, 0.1);
});

test("a view of places on both sides of the 180th meridian is no wider than they are", () => {
  const fiji = fitting(
    [
      { lat: -17, lon: 177 },
      { lat: -18, lon: -178.5 },
      { lat: -16, lon: 179 },
    ],
    SIZE,
  );
  assert.ok(fiji.zoom > 6);
  assert.ok(Math.abs(fiji.lon) > 177);
});

test("tiles cover the window, of a whole zoom and inside the square", () => {
  const tiles = tilesOf({ ...AUSTIN, zoom: 11.4 }, SIZE);
  assert.ok(
    Math.min(...tiles.map(({ left }) => left)) <= 0 &&
      Math.max(...tiles.map(({ left, size }) => left + size)) >= SIZE.width,
  );
  assert.ok(
    Math.min(...tiles.map(({ top }) => top)) <= 0 &&
      Math.max(...tiles.map(({ top, size }) => top + size)) >= SIZE.height,
  );
  for (const { z, x, y } of [...tiles, ...tilesOf({ lat: 0, lon: 0, zoom: 1 }, SIZE)])
    assert.ok(x >= 0 && x < 2 ** z && y >= 0 && y < 2 ** z);
});

test("the scale is a round length that fits; the net has round steps", () => {
  const { metres, pixels } = scaleOf(AUSTIN, 120);
  assert.ok(pixels <= 120 && pixels > 40);
  assert.equal(metres, 5_000);
  assert.equal(netStep(AUSTIN, 110), 0.1);
});

test("points on each other become one mark with their number; far ones stay apart", () => {
  const marks = marksOf(
    [point("a", 30.2672, -97.7431), point("b", 30.26721, -97.74311), point("c", 30.35, -97.6)],
    [],
    AUSTIN,
    SIZE,
  );
  assert.deepEqual(marks.map(({ count }) => count).sort(), [1, 2]);
});

test("what the server counted joins in, and what is out of sight is left out", () => {
  const marks = marksOf(
    [point("a", 30.2672, -97.7431), point("far", -30, 100)],
    [{ lat: 30.2672, lon: -97.7431, count: 40 }],
    AUSTIN,
    SIZE,
  );
  assert.deepEqual(
    marks.map(({ count, points }) => [count, points.length]),
    [[41, 1]],
  );
});

test("no two marks lie on each other", () => {
  const points = Array.from({ length: 400 }, (_, index) =>
    point(String(index), 30.2672 + ((index * 7919) % 101) / 900, -97.7431 + ((index * 104729) % 97) / 900),
  );
  const marks = marksOf(points, [], AUSTIN, SIZE);
  assert.equal(
    marks.reduce((sum, { count }) => sum + count, 0),
    marks.reduce((sum, { points: inside }) => sum + inside.length, 0),
  );
  for (const [index, one] of marks.entries()) {
    for (const other of marks.slice(index + 1))
      assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 9, "two marks touch");
  }
});

test("a box takes the places in it, and counts those that stand together", () => {
  const point = { id: "a", lat: 0, lon: 0, title: "A", state: "New" as const };
  const mark = { key: "1", lat: 0, lon: 0, count: 1, points: [point] };
  const marks = [
    { ...mark, x: 10, y: 10 },
    { ...mark, key: "2", x: 90, y: 90, points: [{ ...point, id: "b" }] },
    { ...mark, key: "3", x: 20, y: 20, count: 12, points: [] },
  ];
  assert.deepEqual(boxed(marks, { from: { x: 100, y: 100 }, to: { x: 60, y: 60 } }), { ids: ["b"], together: 0 });
  assert.deepEqual(boxed(marks, { from: { x: 0, y: 0 }, to: { x: 30, y: 30 } }), { ids: ["a"], together: 12 });
});

test("the places that are not drawn here add up to all", () => {
  const data = { points: [1, 2], clustered: [{ count: 5 }], withheld: 1, elsewhere: 1_200, unplaced: 3 };
  assert.equal(
    sumWords(data),
    "Of 1,211 places: 7 here, 1,200 elsewhere on the map, 1 withheld, 3 without a position.",
  );
  assert.equal(sumWords({ ...data, withheld: 0, elsewhere: 0, unplaced: 0 }), "");
});

test("places without any position are told in the place of an empty world", () => {
  const none = { points: [], clustered: [], withheld: 0, elsewhere: 0, unplaced: 0 };
  assert.equal(nowhereWords({ ...none, unplaced: 12 }), "None of these 12 places has a position.");
  for (const some of [none, { ...none, unplaced: 12, elsewhere: 1 }, { ...none, unplaced: 12, withheld: 1 }])
    assert.equal(nowhereWords(some), null);
});

test("outlines are steps from point to point, on a square of side 10,000", () => {
  assert.equal(pathOf("0 0 900 0|-1800 0 0 10"), "M5000.0 5000.0L7500.0 5000.0M0.0 5000.0L0.0 4972.2");
});
