import path from 'node:path';
import { defineConfig } from '@playwright/test';
import suite from '#tests/e2e/playwright.config.ts';

/** Pictures of every page (`npm run gallery`): the same product and browser as the suite's, and no judgement but that a page opens. */
export default defineConfig({
  ...suite,
  testDir: '.',
  globalSetup: './gallery.setup.ts',
  outputDir: path.resolve(import.meta.dirname, '../../../test-results/gallery'),
  timeout: 120_000,
  projects: [
    { name: 'furnish', testMatch: 'furnish.ts' },
    { name: 'pictures', testMatch: 'pictures.ts', dependencies: ['furnish'] },
  ],
});
