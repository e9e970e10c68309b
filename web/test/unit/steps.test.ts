// The steps of the browser's history.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
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
  fake = new FakeHistory();
  steps = fake.steps = new Steps();
  Object.assign(globalThis, { history: fake, location: fake });
});

const settled = () => new Promise((done) => setTimeout(done, 30));

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

test('Back closes a dialog, and leaves what is below it', async () => {
  const dialog = open();
  assert.deepEqual(fake.hashes, ['#first', '#first']);
  assert.equal(fake.state, 'own', 'the mark of the address is kept');
  fake.back();
  await settled();
  assert.equal(dialog.isOpen, false);
  assert.deepEqual(fake.hashes, ['#first']);
  assert.deepEqual(fake.followed, []);
});

test('a closed dialog leaves no step', async () => {
  open().close();
  await settled();
  assert.deepEqual(fake.hashes, ['#first']);
  assert.deepEqual(fake.followed, []);
});

test('one dialog after another has one step', async () => {
  const first = open();
  first.close();
  const second = open();
  await settled();
  assert.deepEqual(fake.hashes, ['#first', '#first']);
  fake.back();
  await settled();
  assert.equal(second.isOpen, false);
  assert.deepEqual(fake.hashes, ['#first']);
});

test('a dialog that opens while the step of another is taken back has its own', async () => {
  open().close();
  await new Promise((done) => setTimeout(done, 3));
  const second = open();
  await settled();
  assert.deepEqual(fake.hashes, ['#first', '#first']);
  fake.back();
  await settled();
  assert.equal(second.isOpen, false);
});

test('what a dialog opens takes its step', async () => {
  open().close();
  steps.push('own', '#second');
  await settled();
  assert.deepEqual(fake.hashes, ['#first', '#second']);
  fake.back();
  await settled();
  assert.deepEqual(fake.followed, ['#first']);
});

test('what opens while the step of a dialog is taken back comes after it', async () => {
  open().close();
  await new Promise((done) => setTimeout(done, 3));
  steps.push('own', '#second');
  steps.replace('own', '#third');
  await settled();
  assert.deepEqual(fake.hashes, ['#first', '#third']);
});

test('an open dialog keeps a step above a new address', async () => {
  const dialog = open();
  steps.push(null, '#second');
  assert.deepEqual(fake.hashes, ['#first', '#second', '#second']);
  fake.back();
  await settled();
  assert.equal(dialog.isOpen, false);
  assert.deepEqual(fake.hashes, ['#first', '#second']);
});

test('another address closes a dialog, and is followed', async () => {
  const dialog = open();
  fake.pushState(null, '', '#pasted');
  if (!steps.take()) fake.followed.push(fake.hash);
  await settled();
  assert.equal(dialog.isOpen, false);
  assert.deepEqual(fake.followed, ['#pasted']);
});
