// QR codes of texts, model 2, byte mode, error correction level L: ISO/IEC 18004.
//
// ```text
// text ─▶ bytes ─▶ blocks with Reed–Solomon codes ─▶ interleaved bits ─▶ zigzag over the free modules
//                                                      ─▶ the mask with the least penalty
// ```

/** Correction codewords of a block, and number of blocks, by version from 1: level L. */
const CODEWORDS = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26,
  28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15,
  16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
];

/** Multiplies in the field of 256 elements with the polynomial 0x11d. */
function multiply(x: number, y: number): number {
  let product = 0;
  for (let n = 7; n >= 0; n--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((y >>> n) & 1) * x;
  }
  return product;
}

/** Returns the generator polynomial of a degree, without its leading coefficient. */
function generator(degree: number): number[] {
  const result = [...new Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let n = 0; n < degree; n++) {
    for (let at = 0; at < degree; at++)
      result[at] = multiply(result[at], root) ^ (result[at + 1] ?? 0);
    root = multiply(root, 2);
  }
  return result;
}

function correction(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((coefficient, at) => (rest[at] ^= multiply(coefficient, factor)));
  }
  return rest;
}

/** Returns the centers of the alignment patterns of a version. */
function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const size = version * 4 + 17;
  return [6, ...Array.from({ length: count - 1 }, (_, n) => size - 7 - (count - 2 - n) * step)];
}

/** Number of modules for codewords. */
function freeModules(version: number): number {
  let count = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const lines = Math.floor(version / 7) + 2;
    count -= (25 * lines - 10) * lines - 55;
    if (version >= 7) count -= 36;
  }
  return count;
}

const dataCodewords = (version: number): number =>
  Math.floor(freeModules(version) / 8) - CODEWORDS[version - 1] * BLOCKS[version - 1];

/** Returns the interleaved codewords of the bytes. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const add = (value: number, length: number) => {
    for (let n = length - 1; n >= 0; n--) bits.push((value >>> n) & 1);
  };
  add(4, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  const capacity = dataCodewords(version) * 8;
  add(0, Math.min(4, capacity - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) add(pad, 8);
  const data = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
  const blocks = BLOCKS[version - 1];
  const length = CODEWORDS[version - 1];
  const total = Math.floor(freeModules(version) / 8);
  const short = Math.floor(total / blocks);
  const shortBlocks = blocks - (total % blocks);
  const divisor = generator(length);
  const parts: { data: number[]; code: number[] }[] = [];
  for (let n = 0, at = 0; n < blocks; n++) {
    const part = data.slice(at, at + short - length + (n < shortBlocks ? 0 : 1));
    at += part.length;
    parts.push({ data: part, code: correction(part, divisor) });
  }
  const longest = Math.max(...parts.map((part) => part.data.length));
  const columns = (count: number, of: (part: (typeof parts)[0]) => number[]) =>
    Array.from({ length: count }, (_, at) =>
      parts.map((part) => of(part)[at]).filter((byte) => byte !== undefined),
    ).flat();
  return [...columns(longest, (part) => part.data), ...columns(length, (part) => part.code)];
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Returns the rows of a QR code, `true` for a dark module, or null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const fits = (version: number) =>
    12 + (version < 10 ? 0 : 8) + bytes.length * 8 <= dataCodewords(version) * 8;
  const version = Array.from({ length: 40 }, (_, n) => n + 1).find(fits);
  if (!version) return null;
  const size = version * 4 + 17;
  const grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const taken = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y][x] = dark;
    taken[y][x] = true;
  };
  const square = (x: number, y: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let n = 0; n < size; n++) {
    set(6, n, n % 2 === 0);
    set(n, 6, n % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  const centers = alignments(version);
  const last = centers.length - 1;
  centers.forEach((x, i) =>
    centers.forEach((y, j) => {
      const isCorner = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
      if (!isCorner) square(x, y, 2, (distance) => distance !== 1);
    }),
  );
  const format = (mask: number) => {
    const data = (1 << 3) | mask;
    let rest = data;
    for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const bit = (n: number) => ((bits >>> n) & 1) === 1;
    for (let n = 0; n <= 5; n++) set(8, n, bit(n));
    set(8, 7, bit(6));
    set(8, 8, bit(7));
    set(7, 8, bit(8));
    for (let n = 9; n < 15; n++) set(14 - n, 8, bit(n));
    for (let n = 0; n < 8; n++) set(size - 1 - n, 8, bit(n));
    for (let n = 8; n < 15; n++) set(8, size - 15 + n, bit(n));
    set(8, size - 8, true);
  };
  format(0);
  if (version >= 7) {
    let rest = version;
    for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let n = 0; n < 18; n++) {
      const [a, b] = [size - 11 + (n % 3), Math.floor(n / 3)];
      set(a, b, ((bits >>> n) & 1) === 1);
      set(b, a, ((bits >>> n) & 1) === 1);
    }
  }
  const words = codewords(bytes, version);
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const isUpward = ((right + 1) & 2) === 0;
        const y = isUpward ? size - 1 - step : step;
        if (taken[y][x] || at >= words.length * 8) continue;
        grid[y][x] = ((words[at >>> 3] >>> (7 - (at & 7))) & 1) === 1;
        at++;
      }
    }
  }
  const apply = (mask: number) => {
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++)
        if (!taken[y][x] && MASKS[mask](x, y)) grid[y][x] = !grid[y][x];
  };
  let best = 0;
  let least = Infinity;
  for (let mask = 0; mask < MASKS.length; mask++) {
    apply(mask);
    format(mask);
    const found = penalty(grid);
    if (found < least) [least, best] = [found, mask];
    apply(mask);
  }
  apply(best);
  format(best);
  return grid;
}

/** Returns how hard a code is to read: runs, blocks, false finders, and imbalance. */
function penalty(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length;
  let result = 0;
  let dark = 0;
  for (const isColumn of [false, true]) {
    for (let line = 0; line < size; line++) {
      const row = Array.from({ length: size }, (_, n) =>
        isColumn ? grid[n][line] : grid[line][n],
      );
      let run = 0;
      row.forEach((module, n) => {
        run = n > 0 && module === row[n - 1] ? run + 1 : 1;
        if (run === 5) result += 3;
        else if (run > 5) result++;
      });
      const text = row.map((module) => (module ? '1' : '0')).join('');
      for (const finder of ['10111010000', '00001011101'])
        for (let n = text.indexOf(finder); n >= 0; n = text.indexOf(finder, n + 1)) result += 40;
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (grid[y][x]) dark++;
      const isBlock =
        x > 0 &&
        y > 0 &&
        grid[y][x] === grid[y - 1][x] &&
        grid[y][x] === grid[y][x - 1] &&
        grid[y][x] === grid[y - 1][x - 1];
      if (isBlock) result += 3;
    }
  }
  return result + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}
