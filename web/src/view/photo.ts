// The dialog that reads photographs: from the camera or a file to a puzzle.
//
//   start ─▶ camera ─┐
//     └───▶ file ───┴▶ reading ─┬▶ result ─▶ play, create
//                                └▶ problem, with the ways to another picture
//
// The worker of the reader lives as long as the dialog.

import '../style/photo.css';
import type { App } from '../app.ts';
import { PhotoReader, UnreadableError } from '../engine/photo.ts';
import type { PhotoReading } from '../engine/photo.ts';
import { errorText } from '../engine/problems.ts';
import { PHOTO_PROBLEMS } from '../model/photo.ts';
import type { PhotoProblem } from '../model/photo.ts';
import { button, fill, h } from './dom.ts';
import { openDialog } from './dialog.ts';
import { t } from './dialog-texts.ts';
import { Camera, cameraFault, isCameraAllowed } from './photo-camera.ts';
import { decodePicture, pixelsOf } from './photo-pixels.ts';
import { createLayout } from '../model/puzzle.ts';
import { PhotoResult } from './photo-result.ts';

/** The open dialog. */
let current: PhotoDialog | null = null;

/** Opens the dialog with a picture, or else with the camera or the choice of a file. */
export function openPhoto(app: App, picture?: Blob): void {
  if (!current) {
    for (const other of document.querySelectorAll('dialog[open]'))
      (other as HTMLDialogElement).close();
    current = new PhotoDialog(app);
    if (!picture) return current.begin();
  }
  if (picture) void current.take(picture);
}

const isPhotoProblem = (code: string): code is PhotoProblem =>
  (PHOTO_PROBLEMS as readonly string[]).includes(code);

class PhotoDialog {
  private readonly app: App;
  private readonly dialog: HTMLDialogElement;
  private readonly body = h('div', { class: 'photo' });
  private readonly file: HTMLInputElement;
  private readonly reader = new PhotoReader();
  private camera: Camera | null = null;
  /** Number of views. A picture that was read for an earlier one is dropped. */
  private views = 0;
  private wasLive = false;
  /** The last picture is from the camera. */
  private usesCamera = false;

  constructor(app: App) {
    this.app = app;
    this.file = h('input', {
      type: 'file',
      accept: 'image/*',
      class: 'hidden-input',
      tabindex: -1,
      'aria-hidden': 'true',
      'data-photo': 'file',
    });
    this.file.addEventListener('change', () => {
      const chosen = this.file.files?.[0];
      // The same file can be chosen once more.
      this.file.value = '';
      if (chosen) void this.take(chosen);
    });
    this.dialog = openDialog(t('photo.title'), this.body, this.file);
    this.dialog.classList.add('photo-dialog');
    document.addEventListener('visibilitychange', this.visibilityChanged);
    this.dialog.addEventListener('close', () => {
      document.removeEventListener('visibilitychange', this.visibilityChanged);
      this.show('closed');
      this.reader.close();
      current = null;
    });
  }

  /** Opens the camera where it is usual or allowed already. Otherwise, the player is asked. */
  begin(): void {
    if (cameraFault()) return this.showStart();
    if (window.matchMedia('(pointer: coarse)').matches) return this.showCamera();
    this.showStart();
    const { views } = this;
    void isCameraAllowed().then((isAllowed) => {
      if (isAllowed && views === this.views) this.showCamera();
    });
  }

  /** Reads a picture from a file. */
  async take(picture: Blob): Promise<void> {
    this.usesCamera = false;
    const views = this.showReading(null);
    let canvas: HTMLCanvasElement;
    try {
      canvas = await decodePicture(picture);
    } catch {
      if (views === this.views) this.showProblem(t('photo.undecodable'), null);
      return;
    }
    if (views === this.views) await this.read(canvas);
  }

  private async read(canvas: HTMLCanvasElement): Promise<void> {
    const views = this.showReading(canvas);
    try {
      const reading = await this.reader.read(pixelsOf(canvas));
      if (views === this.views) await this.showResult(reading);
    } catch (error) {
      if (views !== this.views) return;
      const sentence =
        error instanceof UnreadableError && isPhotoProblem(error.code)
          ? t(`photo.problem.${error.code}`)
          : errorText(error);
      this.showProblem(sentence, canvas);
    }
  }

  /** A hidden page has no camera. It comes back with the page. */
  private readonly visibilityChanged = () => {
    if (document.visibilityState === 'hidden') {
      this.wasLive = this.camera !== null;
      if (this.wasLive) this.showStart();
    } else if (this.wasLive) {
      this.wasLive = false;
      this.showCamera();
    }
  };

  // --- the views ---

  /** Ends the view before, and fills the dialog. Returns the number of the view. */
  private show(name: string, ...content: (Node | false | null)[]): number {
    this.camera?.stop();
    this.camera = null;
    this.dialog.dataset.view = name;
    fill(this.body, ...content);
    return ++this.views;
  }

  private fileButton(isMain: boolean): HTMLButtonElement {
    return button({
      text: t('photo.file'),
      icon: 'image',
      class: isMain ? 'main' : '',
      'data-photo': 'choose',
      click: () => this.file.click(),
    });
  }

  private cameraButton(isMain: boolean): HTMLButtonElement | null {
    if (cameraFault()) return null;
    return button({
      text: t('photo.camera'),
      icon: 'camera',
      class: isMain ? 'main' : '',
      'data-photo': 'camera',
      click: () => this.showCamera(),
    });
  }

  private showStart(fault = ''): void {
    const reason = fault || (cameraFault() ? t(cameraFault()!) : '');
    const camera = this.cameraButton(!reason);
    this.show(
      'start',
      h('p', {}, t('photo.about')),
      reason ? h('p', { class: fault ? 'alert' : 'quiet', role: 'alert' }, reason) : null,
      h(
        'div',
        { class: 'photo-drop' },
        h('div', { class: 'actions' }, camera, this.fileButton(!camera || reason !== '')),
        h('p', { class: 'help' }, t('photo.drop')),
      ),
      h('p', { class: 'help' }, t('photo.private')),
    );
    this.body.querySelector<HTMLElement>('button.main')?.focus();
  }

  private showCamera(): void {
    this.usesCamera = true;
    const camera = new Camera(this.reader, {
      read: (reading) => {
        this.showResult(reading).catch((error: unknown) => this.showStart(errorText(error)));
      },
      failed: (sentence) => this.showStart(sentence),
    });
    const shutter = button({
      text: t('photo.take'),
      icon: 'camera',
      class: 'main photo-shutter',
      'data-photo': 'take',
      click: () => {
        const picture = camera.take();
        if (picture) void this.read(picture);
      },
    });
    const torch = button({
      text: t('photo.torch'),
      icon: 'bulb',
      'aria-pressed': 'false',
      'data-photo': 'torch',
      hidden: true,
      click: () => {
        const isOn = torch.getAttribute('aria-pressed') !== 'true';
        camera.setTorch(isOn).then(
          () => torch.setAttribute('aria-pressed', String(isOn)),
          () => (torch.hidden = true),
        );
      },
    });
    this.show(
      'camera',
      camera.element,
      camera.status,
      h('div', { class: 'actions photo-live' }, this.fileButton(false), torch, shutter),
    );
    this.camera = camera;
    shutter.focus();
    void camera.start().then((isOpen) => {
      torch.hidden = !isOpen || !camera.hasTorch;
    });
  }

  private showReading(picture: HTMLCanvasElement | null): number {
    const views = this.show(
      'reading',
      picture && still(picture),
      h(
        'p',
        { class: 'photo-status', role: 'status' },
        h('span', { class: 'spinner', 'aria-hidden': 'true' }),
        t('photo.reading'),
      ),
      h(
        'div',
        { class: 'actions end' },
        button({ text: t('open.cancel'), click: () => this.dialog.close() }),
      ),
    );
    this.body.querySelector<HTMLElement>('button')?.focus();
    return views;
  }

  private showProblem(sentence: string, picture: HTMLCanvasElement | null): void {
    const camera = this.usesCamera ? this.cameraButton(true) : null;
    const ways = camera
      ? [this.fileButton(false), camera]
      : [this.cameraButton(false), this.fileButton(true)];
    this.show(
      'problem',
      picture && still(picture),
      h('p', { class: 'alert', role: 'alert' }, sentence),
      h('p', { class: 'help' }, t('photo.advice')),
      h('div', { class: 'actions end' }, ...ways),
    );
    this.body.querySelector<HTMLElement>('button.main')?.focus();
  }

  private async showResult(reading: PhotoReading): Promise<void> {
    const { views } = this;
    const [grid] = await this.app.read(reading.answer.puzzle);
    if (views !== this.views) return;
    const result = new PhotoResult(this.app, reading, createLayout(grid), {
      play: (text) => this.open(text, false),
      edit: (text) => this.open(text, true),
      again: () => (this.usesCamera ? this.showCamera() : this.showStart()),
      cancel: () => this.dialog.close(),
    });
    this.show('result', result.element);
    result.start();
  }

  /** Opens the puzzle to play it, or to change its clues. */
  private open(text: string, isEdited: boolean): void {
    const { app } = this;
    const open = async () => {
      const [grid] = await app.read(text);
      this.dialog.close();
      await app.open(grid, { keep: !isEdited, quiet: isEdited });
      if (isEdited) await app.set(null);
    };
    app.attempt(open());
  }
}

/** Shows a picture that is read, or was not readable. */
function still(picture: HTMLCanvasElement): HTMLElement {
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', t('photo.taken'));
  return h('div', { class: 'photo-still' }, picture);
}
