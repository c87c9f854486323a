import { defineConfig } from '@playwright/test';
import { browserLaunchOptions } from '#tests/make/browser.ts';
import { productUrl } from './product.ts';

/** One real product for the whole run (`product.setup.ts`), one browser from npm, no second attempts: a flake is a defect. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global.setup.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
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
