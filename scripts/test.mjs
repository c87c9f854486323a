// `npm test`: checks, then all tests except the campaigns (`scripts/campaign.mjs`).
import { check } from './check.mjs';
import { prepare } from './prepare.mjs';
import { failures, runBrowserTests, runCounted, runVitest, total } from './suites.mjs';

await runCounted(async () => {
  await prepare();
  const checks = await check();
  total.passed += checks.passed.length;
  total.failed += checks.failed.length;
  failures.push(...checks.failed.map((name) => `failed: check of ${name}`));
  await runVitest(['pure', 'db']);
  await runBrowserTests();
});
