import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { NODE_COMPILE_CACHE } from '#tests/make/process.ts';
import { BENCHES } from './benches.ts';

/** A figure is a measured number; its size is not judged. */
const FIGURE = /^\S.*\s{2,}\S*\s?(?<value>-?\d+(?:\.\d+)?)/m;

it.each(Object.keys(BENCHES))('bench "%s" runs and returns its figures', async (name) => {
  const run = path.join(import.meta.dirname, 'run.ts');
  const env = { ...process.env, NODE_COMPILE_CACHE };
  const { stdout } = await promisify(execFile)(process.execPath, [run, '--short', name], { env });
  // The product logs alarms on the same output
  const lines = stdout
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{"level"'));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line).toMatch(FIGURE);
    expect(line).not.toMatch(/NaN|Infinity|undefined/);
  }
});
