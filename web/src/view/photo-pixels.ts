// The pixels of pictures: files that the browser decodes, reduced to the size that is read.

import { reduced } from '../model/photo.ts';
import { h } from './dom.ts';

/** Longest side of the pictures that are read, in pixels. */
export const MAX_SIDE = 1600;

/** Decodes a picture, turned as its camera was held. Rejects for other files. */
export async function decodePicture(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const canvas = h('canvas');
  Object.assign(canvas, reduced(bitmap.width, bitmap.height, MAX_SIDE));
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

export const pixelsOf = (canvas: HTMLCanvasElement): ImageData =>
  canvas
    .getContext('2d', { willReadFrequently: true })!
    .getImageData(0, 0, canvas.width, canvas.height);

/** Creates a canvas with a picture. */
export function canvasOf(picture: ImageData): HTMLCanvasElement {
  const canvas = h('canvas');
  Object.assign(canvas, { width: picture.width, height: picture.height });
  canvas.getContext('2d')!.putImageData(picture, 0, 0);
  return canvas;
}
