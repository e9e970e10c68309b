// The PDF writer: fonts, paths, the structure of files, and places on paper.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { Font } from '../../src/model/font.ts';
import { PAPERS, slots } from '../../src/model/paper.ts';
import type { PaperName } from '../../src/model/paper.ts';
import { PdfFile, shortened, textWidth } from '../../src/model/pdf.ts';
import { pathOperators } from '../../src/model/pdf-path.ts';

const bytes = readFileSync(
  join(import.meta.dirname, '../../../../crates/ndoku-render/font/Figtree-Regular.ttf'),
);
const font = new Font(new Uint8Array(bytes));

test('a font has glyphs and widths', () => {
  assert.deepEqual(
    [0, '中', '\u{1f600}'].map(String).map((one) => font.glyph(one) > 0),
    [true, false, false],
  );
  assert.equal(font.glyphsOf('1中'), null);
  assert.equal(new Set('ABCabc123'.split('').map((one) => font.glyph(one))).size, 9);
  const wide = font.width(font.glyph('W'));
  assert.ok(wide > 1.5 * font.width(font.glyph('i')) && wide < 1500);
  assert.equal(textWidth(font, 'WW', 10), (2 * wide * 10) / 1000);
  assert.equal(textWidth(font, '中', 10), null);
  assert.ok(font.ascent > 600 && font.descent < 0);
});

test('paths become operators with cubic curves', () => {
  assert.equal(pathOperators('M1 2h3v-4H0V.5z'), '1 2 m 4 2 l 4 -2 l 0 -2 l 0 0.5 l h');
  assert.equal(pathOperators('M1,2 3,4l-1-1'), '1 2 m 3 4 l 2 3 l');
  assert.equal(pathOperators('m1 1c0 1 1 2 2 2'), '1 1 m 1 2 2 3 3 3 c');
  assert.equal(pathOperators('M0 0Q3 3 6 0'), '0 0 m 2 2 4 2 6 0 c');
  assert.equal(
    pathOperators('M0 0q3 3 6 0t6 0'),
    '0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c',
    'the second curve continues the first',
  );
  assert.equal(pathOperators('M1 0Zl1 1'), '1 0 m h 2 1 l', 'a closed path goes on at its start');
  assert.equal(pathOperators('M1e-7 0L1e2 0'), '0 0 m 100 0 l');
});

test('arcs are parts of circles, in both directions', () => {
  const ends = (d: string) =>
    pathOperators(d)
      .split(' c')
      .slice(0, -1)
      .map((curve) => curve.trim().split(' ').slice(-2).map(Number));
  assert.deepEqual(ends('M0 0a10 10 0 0 1 20 0'), [
    [10, -10],
    [20, 0],
  ]);
  assert.deepEqual(ends('M0 0a10 10 0 0 0 20 0'), [
    [10, 10],
    [20, 0],
  ]);
  assert.deepEqual(ends('M10 0A10 10 0 0 1 20 10'), [[20, 10]]);
  assert.equal(ends('M10 0A10 10 0 1 0 20 10').length, 3, 'the long way');
});

test('a file has pages, fonts with characters, and a table of its objects', async () => {
  const file = new PdfFile('Tïtle', 'en');
  const page = file.page(200, 100);
  page.within([2, 0, 0, 2, 5, 5], () => {
    page.fill('M0 0h9v9z', [1, 0, 0], 0.5);
    page.stroke('M0 0h9', { color: [0, 0, 1], width: 2, dashes: [3, 1], cap: 'round' });
  });
  assert.ok(page.text({ content: '42', x: 1, y: 2, size: 12, font }, [0, 0, 0]));
  assert.equal(page.text({ content: '中', x: 1, y: 2, size: 12, font }, [0, 0, 0]), false);
  page.image({ width: 2, height: 1, pixels: new Uint8Array([0, 255]) }, 3, 4, 20, 10);
  file.page(300, 300);
  const written = Buffer.from(await file.bytes());
  const text = written.toString('latin1');
  assert.match(text, /^%PDF-1\.5\n/);
  assert.equal(text.match(/\/Type\/Page\//g)?.length, 2);
  assert.match(text, /\/MediaBox\[0 0 200 100\]/);
  assert.match(text, /\/Title<feff005400ef0074006c0065>/);
  // Each place in the table is that of its object.
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  assert.equal(text.slice(start, start + 4), 'xref');
  const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => +at);
  assert.ok(places.length > 8);
  places.forEach((at, n) => assert.equal(text.slice(at).split('\n')[0], `${n + 1} 0 obj`));
  // Streams have the length that they state, and hold the drawing and the characters.
  const streams = [...text.matchAll(/\/Length (\d+)>>\nstream\n/g)].map(
    ({ 0: head, 1: size, index }) => {
      const from = index + head.length;
      assert.equal(text.slice(from + +size, from + +size + 10), '\nendstream');
      return inflateSync(written.subarray(from, from + +size));
    },
  );
  const contents = streams.map((one) => one.toString('latin1'));
  const drawing = contents.find((one) => one.startsWith('1 0 0 -1 0 100 cm'))!;
  assert.match(drawing, /q\n2 0 0 2 5 5 cm\n.* 1 0 0 rg 0 0 m 9 0 l 9 9 l h f\n/);
  assert.match(drawing, /0 0 1 RG 2 w 1 J 0 j \[3 1\] 0 d 0 0 m 9 0 l S\nQ/);
  assert.match(drawing, /BT \/F1 12 Tf 1 0 0 -1 1 2 Tm <[0-9a-f]{8}> Tj ET/);
  assert.match(drawing, /20 0 0 -10 3 14 cm \/I1 Do/);
  const [four] = font.glyphsOf('4')!;
  const glyph = four.toString(16).padStart(4, '0');
  assert.ok(
    contents.some((one) => one.includes(`<${glyph}><0034>`)),
    'the 4 can be searched',
  );
  assert.ok(
    streams.some((one) => one.equals(bytes)),
    'the file has its font',
  );
});

test('a long title ends with “…” within its room', () => {
  const widthOf = (part: string) => textWidth(font, part, 12)!;
  const title = 'The quick brown fox jumps over the lazy dog';
  assert.equal(shortened(title, widthOf(title), widthOf), title);
  let last = '';
  for (let room = 12; room < widthOf(title); room += 0.5) {
    const part = shortened(title, room, widthOf);
    assert.ok(widthOf(part) <= room && part.length >= last.length, part);
    assert.ok(part.endsWith('…') && title.startsWith(part.slice(0, -1)), part);
    last = part;
  }
  assert.equal(last, 'The quick brown fox jumps over the lazy d…');
  assert.equal(
    shortened('数独', 1, () => 5),
    '…',
  );
});

test('puzzles are on the paper, apart from each other', () => {
  for (const paper of Object.keys(PAPERS) as PaperName[]) {
    for (const [count, across] of [
      [1, null],
      [2, null],
      [4, null],
      [6, null],
      [1, 3],
      [6, 3],
    ] as const) {
      const all = slots(paper, count, { title: 20, heading: across ? 34 : 0, across });
      const [width, height] = PAPERS[paper];
      all.forEach(({ x, y, side }, at) => {
        assert.ok(side > 70, `${paper}, ${count}: ${side}`);
        assert.ok(x >= 42 && x + side <= width - 42 && y - 20 >= 42, `${paper}, ${count}`);
        assert.ok(y + side <= height - 42, `${paper}, ${count}: ${y + side}`);
        for (const other of all.slice(0, at))
          assert.ok(x >= other.x + side || y - 20 >= other.y + side, `${paper}, ${count}: ${at}`);
      });
      if (!across) assert.ok(all[0].side > { 1: 330, 2: 220, 4: 155, 6: 130 }[count]);
    }
  }
});
