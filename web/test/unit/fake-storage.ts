// The storage of the browser for unit tests, with a limit.

export class FakeStorage {
  /** Maximum number of characters. */
  limit = Infinity;
  private items = new Map<string, string>();

  /** Takes the place of `localStorage`. */
  constructor() {
    Object.defineProperty(globalThis, 'localStorage', { value: this, configurable: true });
  }

  get size(): number {
    return [...this.items].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  }

  reset(): void {
    this.items.clear();
    this.limit = Infinity;
  }

  getItem(name: string): string | null {
    return this.items.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    const before = this.items.get(name);
    this.items.set(name, value);
    if (this.size <= this.limit) return;
    if (before === undefined) this.items.delete(name);
    else this.items.set(name, before);
    throw new DOMException('full', 'QuotaExceededError');
  }
}
