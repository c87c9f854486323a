import { defineConfig } from '@playwright/test';
import { browserLaunchOptions } from '#tests/make/browser.ts';
import { productUrl } from './product.ts';

const IDLE = 'idle-pages.spec.ts';

/**
 * One real product for the whole run (`product.setup.ts`), one browser from npm. A failed test is repeated once and reported as flaky; more
 * than four fail the run (`scripts/suites.mjs`, decision 0043).
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global.setup.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  // Idle pages wait for two minutes without work: they start first, beside the two workers of the other tests
  workers: 3,
  projects: [
    { name: 'idle', testMatch: IDLE, workers: 1 },
    { name: 'walks', testIgnore: IDLE, workers: 2 },
  ],
  retries: 1,
  forbidOnly: true,
  // Every wait of a test has its own limit; the whole test depends on the machine
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: productUrl(),
    launchOptions: await browserLaunchOptions(),
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    trace: 'off',
    screenshot: 'off',
  },
});
