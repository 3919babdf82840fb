// Which stage leads to which, and where each stands: columns by how far the stage is from the start, lanes where paths part.
export interface Stage {
  name: string;
  next: readonly string[];
}
export interface Placed {
  name: string;
  depth: number;
  lane: number;
}
export interface Edge {
  from: string;
  to: string;
}

/** Ways onward only: no loops, no way back, and no short cut where the stages between lead there too. */
export function edgesOf(stages: readonly Stage[]): Edge[] {
  const onward = withoutLoops(stages);
  return stages.flatMap(({ name }) => {
    const next = onward.get(name) ?? [];
    return next
      .filter((to) => !next.some((other) => other !== to && reaches(onward, other, to)))
      .map((to) => ({ from: name, to }));
  });
}

/** In the server's order: an edge that would close a circle is left out. */
function withoutLoops(stages: readonly Stage[]): Map<string, string[]> {
  const known = new Set(stages.map(({ name }) => name));
  const onward = new Map<string, string[]>(stages.map(({ name }) => [name, []]));
  for (const { name, next } of stages) {
    for (const to of new Set(next)) {
      if (known.has(to) && to !== name && !reaches(onward, to, name)) onward.get(name)?.push(to);
    }
  }
  return onward;
}

function reaches(onward: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const waiting = [from];
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    if (here === to) return true;
    if (seen.has(here)) continue;
    seen.add(here);
    waiting.push(...(onward.get(here) ?? []));
  }
  return false;
}

export function placed(stages: readonly Stage[], edges: readonly Edge[]): Placed[] {
  const depths = depthsOf(stages, edges);
  const taken = new Map<number, Set<number>>();
  const lanes = new Map<string, number>();
  return stages
    .toSorted((one, other) => (depths.get(one.name) ?? 0) - (depths.get(other.name) ?? 0))
    .map(({ name }) => {
      const depth = depths.get(name) ?? 0;
      const from = edges.find(({ to }) => to === name)?.from;
      const lane = freeLane(taken, depth, from === undefined ? 0 : (lanes.get(from) ?? 0));
      lanes.set(name, lane);
      return { name, depth, lane };
    });
}

/** The lane of the stage before, or the next one down that is free. */
function freeLane(taken: Map<number, Set<number>>, depth: number, wanted: number): number {
  const used = taken.get(depth) ?? new Set<number>();
  taken.set(depth, used);
  let lane = wanted;
  while (used.has(lane)) lane += 1;
  used.add(lane);
  return lane;
}

/** The longest way from a start. Rounds are as many as there are stages: without loops that is enough. */
function depthsOf(stages: readonly Stage[], edges: readonly Edge[]): Map<string, number> {
  const depths = new Map<string, number>(stages.map(({ name }) => [name, 0]));
  for (let round = 0; round < stages.length; round += 1) {
    for (const { from, to } of edges) depths.set(to, Math.max(depths.get(to) ?? 0, (depths.get(from) ?? 0) + 1));
  }
  return depths;
}
