// Requests to the engine that may take long. One runs at a time, and each can be canceled.

import type { App } from '../app.ts';
import { t } from '../i18n.ts';

/** A request in progress. */
export interface Job {
  /** The name for the player. */
  readonly label: string;
  /** The start, in milliseconds of the app's clock. */
  readonly startedAt: number;
  cancel(): void;
}

export class Jobs {
  current: Job | null = null;
  private readonly app: App;
  private count = 0;

  constructor(app: App) {
    this.app = app;
  }

  /** Runs a request, and cancels the previous one. Returns null if it fails or is canceled. */
  async run<Answer>(
    label: string,
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | null> {
    this.current?.cancel();
    this.app.rating.yield();
    this.app.verdict.stop();
    const stop = new AbortController();
    const number = ++this.count;
    const end = () => {
      if (this.count === number) this.current = null;
      this.app.changed();
      if (!this.current) void this.app.rating.run();
    };
    this.current = {
      label,
      startedAt: this.app.now(),
      cancel: () => {
        stop.abort(new DOMException('canceled', 'AbortError'));
        this.current = null;
      },
    };
    this.app.changed();
    try {
      const answer = await ask(stop.signal);
      end();
      return answer;
    } catch (error) {
      end();
      if (!stop.signal.aborted) this.app.reportError(error);
      return null;
    }
  }

  /** Cancels the current request. */
  cancel(): void {
    if (!this.current) return;
    this.current.cancel();
    this.app.announce(t('analyze.canceled'));
    this.app.changed();
  }
}
