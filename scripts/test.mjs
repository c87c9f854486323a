import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { node, prepare, project, run } from './prepare.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'razmen-results-'));
const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`, NODE_ENV: 'test' };
const total = { passed: 0, failed: 0 };

/** Runs one test program and adds up its report; a program that fails without naming a test counts as one failure. */
async function suite(name, { args, extraEnv = () => ({}), count }) {
  const report = path.join(folder, `${name}.json`);
  let ended = true;
  try {
    await run(node, args(report), { env: { ...env, ...extraEnv(report) } });
  } catch {
    ended = false;
  }
  const counted = fs.existsSync(report) ? count(JSON.parse(fs.readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  if (!ended && counted.failed === 0) counted.failed = 1;
  total.passed += counted.passed;
  total.failed += counted.failed;
}

try {
  await prepare();
  await suite('vitest', {
    args: (report) => ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    count: (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
  });
  const config = 'tests/e2e/playwright.config.ts';
  if (fs.existsSync(path.join(project, config))) {
    await suite('playwright', {
      args: () => ['node_modules/@playwright/test/cli.js', 'test', '--config', config, '--reporter=line,json'],
      extraEnv: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
      count: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
    });
  }
} catch (error) {
  console.error(error.message);
  total.failed++;
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
if (total.passed === 0 && total.failed === 0) total.failed = 1;
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
