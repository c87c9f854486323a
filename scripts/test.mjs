import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { node, prepare, project, run } from './prepare.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'razmen-results-'));
const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`, NODE_ENV: 'test' };
const total = { passed: 0, failed: 0 };
/** What the last lines say of each test that failed: a log is often read from its end. */
const told = [];
/** Browser tests that passed on their second try, of more than 400: so many a busy machine may cause, more are a defect. Each is named. */
const FLAKY_ALLOWED = 4;

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
  told.push(...(counted.told ?? []));
}

/** Every result of the browser's report that failed, with the test's name and the beginning of its error. */
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
    told: failuresOf(suites),
  };
}

const vitestCount = ({ numPassedTests, numFailedTests, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  told: testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`failed: ${path.relative(project, name)}\n${message.slice(0, 1500)}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `failed: ${path.relative(project, name)} › ${fullName}\n${failureMessages.join('\n').slice(0, 1500)}`,
      ),
  ]),
});

try {
  await prepare();
  await suite('vitest', {
    args: (report) => ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    count: vitestCount,
  });
  const config = 'tests/e2e/playwright.config.ts';
  if (fs.existsSync(path.join(project, config))) {
    await suite('playwright', {
      args: () => ['node_modules/@playwright/test/cli.js', 'test', '--config', config, '--reporter=line,json'],
      extraEnv: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
      count: browserCount,
    });
  }
} catch (error) {
  console.error(error.message);
  total.failed++;
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
if (total.passed === 0 && total.failed === 0) total.failed = 1;
for (const failure of told) console.log(`\n${failure}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
