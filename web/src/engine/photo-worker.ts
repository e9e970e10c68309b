// The worker that reads photographs. It handles one picture after the other.

/// <reference lib="webworker" />
import type { PhotoRequest, PhotoResponse, PhotoStart } from './photo-messages.ts';
import { callPhoto, instantiatePhoto } from './photo-module.ts';
import type { PhotoExports } from './photo-module.ts';

let ready: Promise<PhotoExports> | null = null;

self.addEventListener('message', async ({ data }: MessageEvent<PhotoStart | PhotoRequest>) => {
  if ('module' in data) {
    ready = instantiatePhoto(data.module);
    return;
  }
  let response: PhotoResponse;
  try {
    if (!ready) throw new Error('the reader was not started');
    response = { id: data.id, ...callPhoto(await ready, data) };
  } catch (error) {
    const json = JSON.stringify({ code: 'failed', detail: String(error) });
    response = { id: data.id, ok: false, json, rectified: null };
  }
  self.postMessage(response, response.rectified ? [response.rectified] : []);
});
