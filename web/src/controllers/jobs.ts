// Requests to the engine that may take long: one at a time, and each can be cancelled.

import type { App } from '../app.ts';
import { t } from '../i18n.ts';

/** A request in progress. */
export interface Job {
  /** Its name, as text for the player. */
  readonly what: string;
  /** The start, in milliseconds of the app's clock. */
  readonly since: number;
  cancel(): void;
}

export class Jobs {
  current: Job | null = null;
  private readonly app: App;
  private count = 0;

  constructor(app: App) {
    this.app = app;
  }

  /** Runs a request and cancels the one before. Returns null if it fails or is cancelled. */
  async run<Answer>(
    what: string,
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | null> {
    this.current?.cancel();
    const stop = new AbortController();
    const number = ++this.count;
    const end = () => {
      if (this.count === number) this.current = null;
      this.app.changed();
    };
    this.current = {
      what,
      since: this.app.now(),
      cancel: () => {
        stop.abort(new DOMException('cancelled', 'AbortError'));
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
      if (!stop.signal.aborted) this.app.failed(error);
      return null;
    }
  }

  /** Cancels the request because the player does not want to wait. */
  cancel(): void {
    if (!this.current) return;
    this.current.cancel();
    this.app.say(t('analyze.cancelled'));
    this.app.changed();
  }
}
