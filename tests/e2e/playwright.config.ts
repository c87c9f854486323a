import { defineConfig } from '@playwright/test';
import { browserLaunchOptions } from '#tests/make/browser.ts';
import { productUrl } from './product.ts';

/**
 * One real product for the whole run (`product.setup.ts`), one browser from npm. A test that fails is tried once more on a busy machine;
 * it is told as flaky, and more than four of them fail the run (`scripts/test.mjs`, decision 0043).
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global.setup.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 1,
  forbidOnly: true,
  // What a test waits for has limits of its own; how long all of it takes is the machine's business
  timeout: 180_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: productUrl(),
    launchOptions: await browserLaunchOptions(),
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    trace: 'off',
    screenshot: 'off',
  },
});
