// The live view of a camera. It outlines the grid, and takes the picture when the camera is steady
// and the reading convincing.

import type { PhotoReader, PhotoReading } from '../engine/photo.ts';
import { UnreadableError } from '../engine/photo.ts';
import { errorText } from '../engine/problems.ts';
import type { Outline } from '../model/photo.ts';
import { outlinePath, reduced, Steadiness } from '../model/photo.ts';
import { h, s } from './dom.ts';
import { t } from './dialog-texts.ts';
import type { DialogTextKey } from './dialog-texts.ts';
import { MAX_SIDE, pixelsOf } from './photo-pixels.ts';

/** Longest side of the frames in which the grid is searched, in pixels. */
const FRAME_SIDE = 640;
/** Time between two frames, in milliseconds. */
const FRAME_PAUSE = 60;
/** Time between two readings that the camera starts itself, in milliseconds. */
const READING_PAUSE = 700;
/** Number of readings after which one with several solutions, or none, is taken, too. */
const PATIENCE = 3;

/** The kinds of errors of a camera, with the sentences for them. */
const ERRORS: Record<string, DialogTextKey> = {
  NotAllowedError: 'photo.camera.refused',
  SecurityError: 'photo.camera.refused',
  NotFoundError: 'photo.camera.none',
  OverconstrainedError: 'photo.camera.none',
  NotReadableError: 'photo.camera.busy',
  AbortError: 'photo.camera.busy',
};

/** Returns why no camera can be opened, or null. */
export function cameraFault(): DialogTextKey | null {
  if (!window.isSecureContext) return 'photo.camera.insecure';
  return 'mediaDevices' in navigator ? null : 'photo.camera.none';
}

/** Returns whether the page may use the camera without asking. */
export async function isCameraAllowed(): Promise<boolean> {
  try {
    const name = 'camera' as PermissionName;
    return (await navigator.permissions.query({ name })).state === 'granted';
  } catch {
    return false;
  }
}

export interface CameraEvents {
  /** A picture was read. */
  read(reading: PhotoReading, picture: HTMLCanvasElement): void;
  /** The camera cannot be opened, or the reader failed. */
  failed(sentence: string): void;
}

/** Constraints of tracks, with those that TypeScript does not know. */
type TorchConstraints = MediaTrackConstraintSet & { torch?: boolean };

export class Camera {
  readonly element: HTMLElement;
  readonly status = h('p', { class: 'photo-status', role: 'status' });
  private readonly video = h('video', { muted: true, autoplay: true, playsinline: true });
  /** Phones have little memory for canvases, so all frames share one. */
  private readonly frame = h('canvas');
  private readonly overlay = s('svg', { class: 'photo-outline', 'aria-hidden': 'true' });
  private readonly reader: PhotoReader;
  private readonly events: CameraEvents;
  private readonly steadiness = new Steadiness();
  private stream: MediaStream | null = null;
  private isStopped = false;
  private readings = 0;
  private nextReading = 0;
  private statusKey: DialogTextKey | null = null;

  constructor(reader: PhotoReader, events: CameraEvents) {
    this.reader = reader;
    this.events = events;
    this.video.muted = true;
    this.video.setAttribute('aria-label', t('photo.camera.view'));
    this.element = h('div', { class: 'viewfinder' }, this.video, this.overlay);
  }

  /** Asks for the camera and shows it. Returns `false` if there is none. */
  async start(): Promise<boolean> {
    const fault = cameraFault();
    if (fault) return this.fail(t(fault));
    this.show('photo.camera.start');
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: {
          facingMode: { ideal: 'environment' },
          width: { ideal: 1920 },
          height: { ideal: 1440 },
        },
      });
      this.stream = stream;
      // The dialog may have been closed while the player was asked.
      if (this.isStopped) return (this.stop(), false);
      this.video.srcObject = stream;
      stream.getVideoTracks()[0]?.addEventListener('ended', () => {
        if (!this.isStopped) this.fail(t('photo.camera.busy'));
      });
      await this.video.play();
    } catch (error) {
      if (this.isStopped) return false;
      const { name } = error as Error;
      return this.fail(name in ERRORS ? t(ERRORS[name]) : errorText(error));
    }
    if (this.isStopped) return false;
    this.show('photo.camera.seek');
    void this.watch();
    return true;
  }

  /** Ends the camera and its light. */
  stop(): void {
    this.isStopped = true;
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.video.srcObject = null;
  }

  /** Returns the picture that the camera shows now, or null before the first one. */
  take(): HTMLCanvasElement | null {
    const { videoWidth } = this.video;
    return videoWidth > 0 ? this.drawOn(h('canvas'), MAX_SIDE) : null;
  }

  /** `true` if the camera has a light that can be switched. */
  get hasTorch(): boolean {
    const track = this.stream?.getVideoTracks()[0];
    // Firefox does not have the method.
    const abilities = track?.getCapabilities?.() as { torch?: boolean } | undefined;
    return abilities?.torch === true;
  }

  async setTorch(torch: boolean): Promise<void> {
    const advanced: TorchConstraints[] = [{ torch }];
    await this.stream?.getVideoTracks()[0]?.applyConstraints({ advanced });
  }

  /** Looks at one frame after the other until the camera ends. */
  private async watch(): Promise<void> {
    try {
      while (!this.isStopped) {
        if (this.video.videoWidth > 0) await this.look(this.drawOn(this.frame, FRAME_SIDE));
        await new Promise((done) => setTimeout(done, FRAME_PAUSE));
      }
    } catch (error) {
      if (!this.isStopped) this.fail(errorText(error));
    }
  }

  /** Outlines the grid of a frame, and reads the picture if the camera is steady. */
  private async look(frame: HTMLCanvasElement): Promise<void> {
    const outline = await this.reader.find(pixelsOf(frame));
    if (this.isStopped) return;
    this.drawOutline(outline, frame);
    const isSteady = this.steadiness.add(outline?.corners ?? null);
    this.overlay.classList.toggle('is-steady', isSteady);
    this.show(outline ? 'photo.camera.hold' : 'photo.camera.seek');
    if (isSteady && performance.now() >= this.nextReading) await this.read();
  }

  /** Reads the picture, and ends with a convincing reading. */
  private async read(): Promise<void> {
    const picture = this.take();
    if (!picture) return;
    this.show('photo.reading');
    this.readings++;
    try {
      const reading = await this.reader.read(pixelsOf(picture));
      if (this.isStopped) return;
      if (reading.answer.solutions === 'unique' || this.readings >= PATIENCE)
        return this.events.read(reading, picture);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
    }
    this.nextReading = performance.now() + READING_PAUSE;
    this.steadiness.reset();
  }

  /** Draws the present picture on a canvas, which gets its size. */
  private drawOn(canvas: HTMLCanvasElement, longest: number): HTMLCanvasElement {
    const { videoWidth, videoHeight } = this.video;
    Object.assign(canvas, reduced(videoWidth, videoHeight, longest));
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.video, 0, 0, canvas.width, canvas.height);
    return canvas;
  }

  private drawOutline(outline: Outline | null, { width, height }: HTMLCanvasElement): void {
    this.overlay.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const d = outline ? outlinePath(outline) : '';
    this.overlay.replaceChildren(
      s('path', { class: 'photo-halo', d }),
      s('path', { class: 'photo-line', d }),
    );
  }

  private show(key: DialogTextKey): void {
    if (key === this.statusKey) return;
    this.statusKey = key;
    this.status.textContent = t(key);
  }

  private fail(sentence: string): false {
    this.stop();
    this.events.failed(sentence);
    return false;
  }
}
