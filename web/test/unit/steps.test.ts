// The steps of the browser's history.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Steps } from '../../src/steps.ts';

/** A history as browsers keep it: going back takes a moment. */
class FakeHistory {
  entries: [mark: string | null, hash: string][] = [['own', '#first']];
  at = 0;
  steps!: Steps;
  /** What the page had to follow by itself. */
  followed: string[] = [];

  get state(): string | null {
    return this.entries[this.at]![0];
  }

  get hash(): string {
    return this.entries[this.at]![1];
  }

  pushState(mark: string | null, _: string, hash = this.hash): void {
    this.entries.splice(++this.at, Infinity, [mark, hash]);
  }

  replaceState(mark: string | null, _: string, hash: string): void {
    this.entries[this.at] = [mark, hash];
  }

  back(): void {
    setTimeout(() => {
      this.at--;
      if (!this.steps.take()) this.followed.push(this.hash);
    }, 5);
  }

  get hashes(): string[] {
    return this.entries.slice(0, this.at + 1).map(([, hash]) => hash);
  }
}

let fake: FakeHistory;
let steps: Steps;
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  fake = new FakeHistory();
  steps = fake.steps = new Steps();
  Object.assign(globalThis, { history: fake, location: fake });
});

afterEach(() => mock.timers.reset());

/** Lets so many milliseconds pass. A millisecond at a time, so that timers can start others. */
function pass(milliseconds: number): void {
  for (let n = 0; n < milliseconds; n++) mock.timers.tick(1);
}
const settle = () => pass(30);

/** Opens a dialog. Returns how to close it, and whether it is open. */
function open() {
  const dialog = {
    isOpen: true,
    close() {
      dialog.isOpen = false;
      setTimeout(() => steps.closed(dialog));
    },
  };
  steps.opened(dialog, dialog.close);
  return dialog;
}

test('Back closes a dialog, and leaves what is below it', () => {
  const dialog = open();
  assert.deepEqual(fake.hashes, ['#first', '#first']);
  assert.equal(fake.state, 'own', 'the mark of the address is kept');
  fake.back();
  settle();
  assert.equal(dialog.isOpen, false);
  assert.deepEqual(fake.hashes, ['#first']);
  assert.deepEqual(fake.followed, []);
});

test('a closed dialog leaves no step', () => {
  open().close();
  settle();
  assert.deepEqual(fake.hashes, ['#first']);
  assert.deepEqual(fake.followed, []);
});

test('one dialog after another has one step', () => {
  const first = open();
  first.close();
  const second = open();
  settle();
  assert.deepEqual(fake.hashes, ['#first', '#first']);
  fake.back();
  settle();
  assert.equal(second.isOpen, false);
  assert.deepEqual(fake.hashes, ['#first']);
});

test('a dialog that opens while the step of another is taken back has its own', () => {
  open().close();
  pass(3);
  const second = open();
  settle();
  assert.deepEqual(fake.hashes, ['#first', '#first']);
  fake.back();
  settle();
  assert.equal(second.isOpen, false);
});

test('what a dialog opens takes its step', () => {
  open().close();
  steps.push('own', '#second');
  settle();
  assert.deepEqual(fake.hashes, ['#first', '#second']);
  fake.back();
  settle();
  assert.deepEqual(fake.followed, ['#first']);
});

test('what opens while the step of a dialog is taken back comes after it', () => {
  open().close();
  pass(3);
  steps.push('own', '#second');
  steps.replace('own', '#third');
  settle();
  assert.deepEqual(fake.hashes, ['#first', '#third']);
});

test('an open dialog keeps a step above a new address', () => {
  const dialog = open();
  steps.push(null, '#second');
  assert.deepEqual(fake.hashes, ['#first', '#second', '#second']);
  fake.back();
  settle();
  assert.equal(dialog.isOpen, false);
  assert.deepEqual(fake.hashes, ['#first', '#second']);
});

test('another address closes a dialog, and is followed', () => {
  const dialog = open();
  fake.pushState(null, '', '#pasted');
  if (!steps.take()) fake.followed.push(fake.hash);
  settle();
  assert.equal(dialog.isOpen, false);
  assert.deepEqual(fake.followed, ['#pasted']);
});
