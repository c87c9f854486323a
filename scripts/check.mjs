// Types, lint, format and dead code; every part runs even when an earlier one fails.
import path from 'node:path';
import { node, prepare, run } from './prepare.mjs';

await prepare({ withBuild: false });
const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };

const parts = [
  ['route types', node, ['node_modules/@react-router/dev/bin.cjs', 'typegen']],
  ...['core', '.', 'web', 'office', 'tests/e2e'].map((layer) => [`types of ${layer === '.' ? 'the server' : layer}`, 'tsc', ['-p', layer]]),
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'biome', ['format', '.']],
  ['dead code', 'knip', []],
];

const failed = [];
for (const [name, command, args] of parts) {
  try {
    await run(command, args, { env });
  } catch {
    failed.push(name);
  }
}
console.log(failed.length === 0 ? 'check: all good' : `check: failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
