// Reads and writes PNG files with 8 bits per part of a color, which need no library.

import { deflateSync, inflateSync } from 'node:zlib';

/** A picture with three bytes per pixel, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The types of color: red, green and blue, without and with opacity. */
const CHANNELS: Record<number, number> = { 2: 3, 6: 4 };

/** Reads a picture. Drops the opacity. */
export function readPng(png: Buffer): Raster {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = CHANNELS[png[25]];
  if (png[24] !== 8 || channels === undefined || png[28] !== 0)
    throw new RangeError('this kind of PNG is not supported');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const isData = png.toString('latin1', at + 4, at + 8) === 'IDAT';
    if (isData) parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const rows = inflateSync(Buffer.concat(parts));
  unfilter(rows, width * channels, height, channels);
  const pixels = new Uint8Array(3 * width * height);
  for (let y = 0, to = 0; y < height; y++) {
    let from = y * (1 + width * channels) + 1;
    for (let x = 0; x < width; x++, from += channels) {
      pixels[to++] = rows[from];
      pixels[to++] = rows[from + 1];
      pixels[to++] = rows[from + 2];
    }
  }
  return { width, height, pixels };
}

/** Replaces the differences in each row by values. The first byte of a row is its filter. */
function unfilter(rows: Buffer, length: number, height: number, channels: number): void {
  for (let y = 0; y < height; y++) {
    const start = y * (length + 1) + 1;
    const above = start - length - 1;
    const filter = rows[start - 1];
    if (filter === 0) continue;
    for (let x = 0; x < length; x++) {
      const left = x < channels ? 0 : rows[start + x - channels];
      const up = y === 0 ? 0 : rows[above + x];
      const corner = y === 0 || x < channels ? 0 : rows[above + x - channels];
      rows[start + x] += predicted(filter, left, up, corner);
    }
  }
}

/** Returns the value that a filter expects. */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 0) return 0;
  const sum = left + up - corner;
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Writes a picture, as small as it gets: the filter of each row has the smallest differences. */
export function writePng({ width, height, pixels }: Raster): Buffer {
  const length = 3 * width;
  const rows = Buffer.alloc(height * (length + 1));
  for (let y = 0; y < height; y++) {
    const candidates = [0, 1, 2, 3, 4].map((filter) => {
      const row = Buffer.alloc(length + 1, filter);
      for (let x = 0; x < length; x++) {
        const at = y * length + x;
        const left = x < 3 ? 0 : pixels[at - 3];
        const up = y === 0 ? 0 : pixels[at - length];
        const corner = y === 0 || x < 3 ? 0 : pixels[at - length - 3];
        row[x + 1] = (pixels[at] - predicted(filter, left, up, corner)) & 255;
      }
      return row;
    });
    const cost = (row: Buffer) =>
      row.subarray(1).reduce((sum, byte) => sum + Math.min(byte, 256 - byte), 0);
    candidates
      .reduce((one, other) => (cost(other) < cost(one) ? other : one))
      .copy(rows, y * (length + 1));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND')]);
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(checksum(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns the CRC-32 of bytes. */
function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
