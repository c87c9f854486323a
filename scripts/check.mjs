// Types, lint, format and dead code; every part runs even when an earlier one fails.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { node, prepare, run } from './prepare.mjs';

const TYPE_PROJECTS = { core: 'core', server: '.', web: 'web', office: 'office', 'browser tests': 'tests/e2e' };
const PARTS = [
  ['route types', node, ['node_modules/@react-router/dev/bin.cjs', 'typegen']],
  ...Object.entries(TYPE_PROJECTS).map(([name, project]) => [`types of ${name}`, 'tsc', ['-p', project]]),
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'biome', ['format', '.']],
  ['dead code', 'knip', []],
];

/** Runs all parts on the installed packages; returns the names of passed and failed parts. */
export async function check() {
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  const result = { passed: [], failed: [] };
  for (const [name, command, args] of PARTS) {
    try {
      await run(command, args, { env });
      result.passed.push(name);
    } catch {
      result.failed.push(name);
    }
  }
  return result;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await prepare({ withBuild: false });
  const { failed } = await check();
  console.log(failed.length === 0 ? 'check: all good' : `check: failed: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
