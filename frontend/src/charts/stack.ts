// Sums for stacked drawings: what lies on what, and how high the paper must be.

/** The upper edge of each band, lying on those before it. */
export function stacked(bands: readonly (readonly number[])[]): number[][] {
  const edge: number[] = [];
  return bands.map((values) =>
    values.map((value, index) => {
      const height = (edge[index] ?? 0) + value;
      edge[index] = height;
      return height;
    }),
  );
}

export const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** The smallest round number that is not below: 1, 2, 2.5 or 5 times a power of ten. */
export function roundTop(most: number): number {
  if (!(most > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 2.5, 5, 10].find((each) => each * power >= most) ?? 10;
  return step * power;
}

/** The moments at which each of `count` steps begins, in seconds. */
export function moments(from: string | number, step: number, count: number): number[] {
  const start = new Date(from).getTime() / 1000;
  return Array.from({ length: count }, (_, index) => start + index * step);
}
