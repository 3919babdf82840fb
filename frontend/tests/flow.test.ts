import assert from "node:assert/strict";
import test from "node:test";
import type { State, WorkflowOverview } from "../src/api/types.ts";
import { edgesOf, placed } from "../src/overview/graph.ts";
import { flowOf, lines, slicesOf, TALLEST } from "../src/overview/layout.ts";

const STATES: State[] = ["New", "Queued", "Processing", "Complete", "Error", "Skipped"];

function overview(name: string, rows: number, wentOn: number | null = 0.5): WorkflowOverview {
  const counts = { New: rows, Queued: 0, Processing: 0, Complete: 0, Error: 0, Skipped: 0 };
  return {
    name,
    code: "WF1",
    title: name,
    paused: false,
    counts,
    estimated: [],
    fell_short: 0,
    oldest_waiting_seconds: null,
    errors_last_hour: 0,
    finished_last_hour: 0,
    per_minute: 0,
    drained_in_seconds: null,
    next_tick_at: null,
    went_on: wentOn,
    error_rate: null,
    too_many_errors: false,
  };
}

test("a stage that leads to itself and past the next one is drawn as one chain", () => {
  const stages = [
    { name: "domains", next: ["read", "import"] },
    { name: "read", next: ["read", "import"] },
    { name: "import", next: [] },
  ];
  assert.deepEqual(edgesOf(stages), [
    { from: "domains", to: "read" },
    { from: "read", to: "import" },
  ]);
});

test("a circle is cut where it would close", () => {
  const stages = [
    { name: "a", next: ["b"] },
    { name: "b", next: ["c"] },
    { name: "c", next: ["a"] },
  ];
  const edges = edgesOf(stages);
  assert.deepEqual(edges, [
    { from: "a", to: "b" },
    { from: "b", to: "c" },
  ]);
  assert.deepEqual(
    placed(stages, edges).map(({ depth }) => depth),
    [0, 1, 2],
  );
});

test("a way to a stage that is not there is left out", () => {
  assert.deepEqual(edgesOf([{ name: "a", next: ["gone"] }]), []);
});

test("a branch gets a lane of its own and its followers stay on it", () => {
  const stages = [
    { name: "a", next: ["b", "x"] },
    { name: "b", next: [] },
    { name: "x", next: ["y"] },
    { name: "y", next: [] },
  ];
  const places = new Map(placed(stages, edgesOf(stages)).map((each) => [each.name, each]));
  assert.deepEqual([places.get("b")?.lane, places.get("x")?.lane, places.get("y")?.lane], [0, 1, 1]);
  assert.equal(places.get("y")?.depth, 2);
});

test("no two stages stand on the same spot", () => {
  const stages = Array.from({ length: 12 }, (_, index) => ({
    name: `s${index}`,
    next: [`s${index + 1}`, `s${(index * 5) % 12}`],
  }));
  const spots = placed(stages, edgesOf(stages)).map(({ depth, lane }) => `${depth} ${lane}`);
  assert.equal(new Set(spots).size, stages.length);
});

test("heights grow with the power of ten and never past the tallest", () => {
  const stages = [
    { name: "a", next: ["b"] },
    { name: "b", next: ["c"] },
    { name: "c", next: [] },
  ];
  const { columns } = flowOf(
    stages,
    [overview("a", 10), overview("b", 1_000), overview("c", 1_000_000_000)],
    STATES,
    900,
  );
  const heights = columns.map(({ height }) => height);
  assert.ok((heights[0] ?? 0) < (heights[1] ?? 0) && (heights[1] ?? 0) < (heights[2] ?? 0));
  assert.equal(heights[2], TALLEST);
});

test("the bands fill the column exactly, and the smallest can still be seen", () => {
  const counts = [
    { state: "New" as const, count: 1_000_000 },
    { state: "Processing" as const, count: 1 },
    { state: "Error" as const, count: 3 },
  ];
  const slices = slicesOf(counts, 1_000_004, 10, 100);
  assert.ok(Math.abs(slices.reduce((sum, { height }) => sum + height, 0) - 100) < 1e-9);
  assert.ok(slices.every(({ height }) => height >= 2));
  assert.equal(slices[0]?.y, 10);
});

test("a column without rows has no band", () => {
  assert.deepEqual(slicesOf([{ state: "New", count: 0 }], 0, 0, 34), []);
});

test("a narrow window scrolls instead of squeezing the columns", () => {
  const stages = Array.from({ length: 9 }, (_, index) => ({ name: `s${index}`, next: [`s${index + 1}`] }));
  const { width, columns } = flowOf(
    stages,
    stages.map(({ name }) => overview(name, 5)),
    STATES,
    300,
  );
  assert.ok(width > 300);
  assert.ok(columns.every(({ x, width: own }) => x >= 0 && x + own <= width));
});

test("a ribbon carries the share that went on and ends at both columns", () => {
  const stages = [
    { name: "a", next: ["b"] },
    { name: "b", next: [] },
  ];
  const { ribbons, columns } = flowOf(stages, [overview("a", 100, 0.25), overview("b", 100, null)], STATES, 600);
  const [source, target] = columns;
  assert.equal(ribbons[0]?.share, 0.25);
  assert.ok(ribbons[0]?.path.startsWith(`M${(source?.x ?? 0) + (source?.width ?? 0)} `));
  assert.ok((ribbons[0]?.x ?? 0) < (target?.x ?? 0));
  assert.ok(!/NaN|undefined/.test(ribbons[0]?.path ?? "NaN"));
});

test("a long title is broken into two lines and cut in the second", () => {
  assert.deepEqual(lines("Contact curation", 20), ["Contact curation"]);
  assert.deepEqual(lines("Contact curation", 9), ["Contact", "curation"]);
  assert.deepEqual(lines("Logo matching and naming", 10), ["Logo", "matching …"]);
});
