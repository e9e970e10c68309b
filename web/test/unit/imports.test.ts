// The modules of the page import each other in one direction, so that their order does not matter.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const SOURCE = join(import.meta.dirname, '../../../src');

/** Returns the modules that a module imports when it starts. Types are no part of that. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;']*?from )?'(\.[^']+\.ts)';/gm);
  return [...found].map(([, path]) => resolve(dirname(file), path));
}

test('no module imports itself through others', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => /(?<!\.d)\.ts$/.test(file));
  assert.ok(modules.length > 50);
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    const cycle = [...path.slice(at), file].map((one) => relative(SOURCE, one)).join(' → ');
    assert.ok(at < 0, cycle);
    if (done.has(file)) return;
    for (const next of importsOf(file)) visit(next, [...path, file]);
    done.add(file);
  };
  for (const module of modules) visit(join(SOURCE, module), []);
});
