// Runs test programs, adds up their reports and prints the totals: `npm test` and `npm run campaign`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { node, project, run } from './prepare.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'razmen-results-'));
const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`, NODE_ENV: 'test' };
export const total = { passed: 0, failed: 0 };
/** Failures, printed again at the end of the log. */
export const failures = [];
/** Accepted number of browser tests (of more than 400) that pass only on their second try; more count as failed. */
const FLAKY_ALLOWED = 4;

/** Runs one test program and adds up its report; a program that fails without a failed test counts as one failure. */
async function suite(name, { args, extraEnv = () => ({}), count }) {
  const report = path.join(folder, `${name}.json`);
  let isSuccessful = true;
  try {
    await run(node, args(report), { env: { ...env, ...extraEnv(report) } });
  } catch {
    isSuccessful = false;
  }
  const counted = fs.existsSync(report) ? count(JSON.parse(fs.readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  if (!isSuccessful && counted.failed === 0) counted.failed = 1;
  total.passed += counted.passed;
  total.failed += counted.failed;
  failures.push(...(counted.failures ?? []));
}

/** Failed results of the browser report, with the test's name and the start of its error. */
const failuresOf = (suites, names = []) =>
  suites.flatMap((suite) => [
    ...failuresOf(suite.suites ?? [], [...names, suite.title]),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.flatMap((test) =>
        test.results
          .filter(({ error }) => error)
          .map(
            ({ error }) =>
              `${test.status}: ${[...names, suite.title, spec.title].join(' › ')}\n${(error.stack ?? error.message).slice(0, 1500)}`,
          ),
      ),
    ),
  ]);

function browserCount({ stats, suites }) {
  const tooMany = stats.flaky > FLAKY_ALLOWED;
  return {
    passed: stats.expected + (tooMany ? 0 : stats.flaky),
    failed: stats.unexpected + (tooMany ? stats.flaky : 0),
    failures: failuresOf(suites),
  };
}

const vitestCount = ({ numPassedTests, numFailedTests, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  failures: testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`failed: ${path.relative(project, name)}\n${message.slice(0, 1500)}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `failed: ${path.relative(project, name)} › ${fullName}\n${failureMessages.join('\n').slice(0, 1500)}`,
      ),
  ]),
});

/** Runs projects of `vitest.config.ts`. */
export const runVitest = (projects, extraEnv = {}) =>
  suite('vitest', {
    args: (report) => [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.map((name) => `--project=${name}`),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    extraEnv: () => extraEnv,
    count: vitestCount,
  });

export const runBrowserTests = () =>
  suite('playwright', {
    args: () => ['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=line,json'],
    extraEnv: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    count: browserCount,
  });

/** Runs `work`, then prints failures and totals and sets the exit code. */
export async function runCounted(work) {
  try {
    await work();
  } catch (error) {
    console.error(error.message);
    total.failed++;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  if (total.passed === 0 && total.failed === 0) total.failed = 1;
  for (const failure of failures) console.log(`\n${failure}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}
