// A stopwatch. The caller passes the time, in milliseconds.

export class Timer {
  private before: number;
  private since: number | null = null;

  constructor(before = 0) {
    this.before = before;
  }

  get runs(): boolean {
    return this.since !== null;
  }

  start(now: number): void {
    this.since ??= now;
  }

  pause(now: number): void {
    this.before = this.elapsed(now);
    this.since = null;
  }

  elapsed(now: number): number {
    return this.before + (this.since === null ? 0 : Math.max(0, now - this.since));
  }
}

/** Formats a duration as `3:07` or `1:02:09`. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
