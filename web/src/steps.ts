// The steps of the browser's history: puzzles, parts of the page, and one step for open dialogs.
//
//   puzzle ── part ── dialog
//                 └──────── the same address
//
// Back closes the dialog and leaves what is below it. A dialog that closes in another way takes its
// step along, so that Back never seems to do nothing.

/** The step of open dialogs: none, one, or one from which the browser is going back. */
type DialogStep = 'none' | 'there' | 'leaving';

export class Steps {
  /** The open dialogs, and how to close each. */
  private readonly dialogs = new Map<object, () => void>();
  private step: DialogStep = 'none';
  /** The address below the step of the dialogs. */
  private below = '';
  /** Changes that wait until the browser has gone back. */
  private waiting: (() => void)[] = [];
  /** Called when a dialog was opened or closed, with the number of open ones. */
  changed: (count: number) => void = () => {};

  /** Adds a step with an address, in the place of that of a dialog. */
  push(mark: string | null, hash: string): void {
    this.change(() => {
      if (this.step === 'none') return history.pushState(mark, '', hash);
      this.step = 'none';
      history.replaceState(mark, '', hash);
      if (this.dialogs.size > 0) this.add();
    });
  }

  /** Changes the address of the last step. */
  replace(mark: string | null, hash: string): void {
    this.change(() => history.replaceState(mark, '', hash));
  }

  /** A dialog was opened. `close` closes it. */
  opened(dialog: object, close: () => void): void {
    this.dialogs.set(dialog, close);
    this.changed(this.dialogs.size);
    if (this.step === 'none') this.add();
  }

  /** A dialog was closed in any way. Another one that opens at once keeps the step. */
  closed(dialog: object): void {
    this.dialogs.delete(dialog);
    this.changed(this.dialogs.size);
    setTimeout(() => {
      if (this.step !== 'there' || this.dialogs.size > 0) return;
      this.step = 'leaving';
      history.back();
    });
  }

  /**
   * Handles a change of the step that only closes a dialog, and returns `true`. After a change to
   * another address, the dialogs are closed, too, and the caller shows what the address names.
   */
  take(): boolean {
    const was = this.step;
    this.step = 'none';
    if (was === 'leaving') {
      const { waiting } = this;
      this.waiting = [];
      for (const change of waiting) change();
      if (this.dialogs.size > 0 && this.step === 'none') this.add();
      return true;
    }
    this.closeAll();
    this.dialogs.clear();
    return was === 'there' && location.hash === this.below;
  }

  /** Closes all dialogs. */
  closeAll(): void {
    for (const close of this.dialogs.values()) close();
  }

  private add(): void {
    this.below = location.hash;
    this.step = 'there';
    history.pushState(history.state, '');
  }

  private change(run: () => void): void {
    if (this.step === 'leaving') this.waiting.push(run);
    else run();
  }
}

export const steps = new Steps();
