// Photographs for the tests, a camera that shows one, and readings with doubtful cells.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** A photograph of a newspaper. The folder has its license. */
export const NEWSPAPER = join(
  import.meta.dirname,
  '../../../../apps/ndoku-command/tests/photos/newspaper.jpg',
);
/** The puzzle in it. */
export const NEWSPAPER_PUZZLE =
  '...7...8..9...31....68.5.7..2.6...49...2...5...8.4...7...9...3.37......61.5..4...';

/** Chooses a picture in the open dialog. */
export const choosePicture = (page: Page, path: string): Promise<void> =>
  page.locator('[data-photo=file]').setInputFiles(path);

/** Waits for the view of the dialog. */
export const photoView = (page: Page, name: string): Promise<void> =>
  page.locator(`dialog[data-view=${name}]`).waitFor();

/** A digit, or 0 for none, that the reader holds possible in a cell. */
export type Doubt = readonly [cell: number, digit: number, probability: number];

/** The second digit is misread as 3, and two cells may hold something else. */
export const DOUBTS: readonly Doubt[] = [
  [7, 3, 0.38],
  [7, 6, 0.04],
  [20, 8, 0.21],
  [40, 1, 0.12],
];

/**
 * Changes what the reader says, before the page loads: these cells are doubtful. `read` overrides
 * digits. `holds` keeps all readings back, so that the page waits.
 */
export async function changeReadings(
  page: Page,
  {
    doubts = [],
    read = [],
    holds = false,
  }: {
    doubts?: readonly Doubt[];
    read?: readonly (readonly [cell: number, digit: number])[];
    holds?: boolean;
  },
): Promise<void> {
  await page.addInitScript(
    ({ doubts: unsure, read: misread, holds: isHeld }) => {
      const Real = window.Worker;
      window.Worker = class extends Real {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          if (options?.name !== 'ndoku-photo') return;
          this.addEventListener('message', (event) => {
            const { json, rectified } = event.data;
            const answer = JSON.parse(json);
            if (!rectified || event.data.isChanged) return;
            event.stopImmediatePropagation();
            if (isHeld) return;
            const digits = [...answer.puzzle];
            for (const [cell, digit] of misread) {
              digits[cell] = digit === 0 ? '.' : String(digit);
              answer.report.cells[cell] = { kind: 'printed', digit, probability: 0.62 };
            }
            answer.puzzle = digits.join('');
            if (misread.length > 0) answer.solutions = 'none';
            for (const [cell, digit, probability] of unsure) {
              const report = answer.report.cells[cell];
              report.probability = 0.62;
              (report.alternatives ??= []).push({ digit, probability });
            }
            const data = { ...event.data, json: JSON.stringify(answer), isChanged: true };
            this.dispatchEvent(new MessageEvent('message', { data }));
          });
        }
      };
    },
    { doubts, read, holds },
  );
}

/** Gives the page a camera that shows a photograph, before the page loads. */
export async function showCamera(page: Page, path: string): Promise<void> {
  await page.addInitScript((picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const open = async () => {
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = document.createElement('canvas');
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      const context = canvas.getContext('2d')!;
      // A stream without changes has no frames.
      setInterval(() => context.drawImage(bitmap, 0, 0), 100);
      return canvas.captureStream(10);
    };
    navigator.mediaDevices.getUserMedia = open;
  }, readFileSync(path).toString('base64'));
}

/**
 * Draws a puzzle on paper, and returns the picture as a file of the page. Each box has `boxWidth`
 * columns.
 */
export const drawPuzzle = (
  page: Page,
  puzzle: string,
  turn = 0,
  boxWidth = 3,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> =>
  page
    .evaluate(
      async ([clues, degrees, width]) => {
        const size = Math.sqrt(clues.length);
        const cell = 810 / size;
        const height = size / width;
        const canvas = document.createElement('canvas');
        canvas.width = 1600;
        canvas.height = 1200;
        const context = canvas.getContext('2d')!;
        context.fillStyle = '#e9e4d8';
        context.fillRect(0, 0, 1600, 1200);
        context.translate(800, 600);
        context.rotate((Number(degrees) * Math.PI) / 180);
        context.translate(-405, -405);
        context.fillStyle = context.strokeStyle = '#262320';
        for (let n = 0; n <= size; n++) {
          context.lineWidth = n % height === 0 ? 6 : 2;
          context.strokeRect(0, n * cell, 810, 0);
          context.lineWidth = n % width === 0 ? 6 : 2;
          context.strokeRect(n * cell, 0, 0, 810);
        }
        context.font = `${cell * 0.64}px sans-serif`;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        [...clues].forEach((clue, at) => {
          const center = (n: number) => (n + 0.5) * cell;
          if (clue !== '.')
            context.fillText(clue, center(at % size), center(Math.floor(at / size)) + cell / 30);
        });
        const blob = await new Promise<Blob>((done) =>
          canvas.toBlob((drawn) => done(drawn!), 'image/jpeg', 0.9),
        );
        return [...new Uint8Array(await blob.arrayBuffer())];
      },
      [puzzle, turn, boxWidth] as const,
    )
    .then((bytes) => ({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from(bytes),
    }));
