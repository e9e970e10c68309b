// Maps of jigsaw regions.

/** Returns the initial regions: boxes, or else rows. */
export function firstRegions(size: number): number[] {
  const height =
    [...Array(size).keys()]
      .map((n) => n + 1)
      .filter((n) => size % n === 0 && n * n <= size)
      .pop() ?? 1;
  const width = size / height;
  return Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    return Math.floor(row / height) * height + Math.floor(column / width);
  });
}

/** Returns the number of cells of each region. */
export function cellCounts(regions: readonly number[], size: number): number[] {
  const counts = new Array<number>(size).fill(0);
  for (const region of regions) counts[region]++;
  return counts;
}

/** Returns one character per cell, as the engine reads regions. */
export const regionMap = (regions: readonly number[]): string =>
  regions.map((region) => String.fromCharCode(65 + region)).join('');
