import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/make/longest-first.ts';

const folders = '{core,contract,client,server,locales,ui,web,office,tests,scripts}';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    // Our modules keep nothing between tests; loading them anew for each file cost a third of the whole run
    isolate: false,
    setupFiles: ['./tests/make/same-examples.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [`${folders}/**/*.test.{ts,tsx}`],
          exclude: ['**/*.db.test.ts', 'tests/e2e/**', 'tests/campaign/**', 'node_modules/**'],
          // A busy machine is no failure: nothing here measures time
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: [`${folders}/**/*.db.test.ts`],
          exclude: ['tests/e2e/**', 'tests/campaign/**', 'node_modules/**'],
          globalSetup: './tests/make/cluster.ts',
          // What a test waits for has limits of its own; how long all of it takes is the machine's business
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // After the others: what watches time has the machine to itself
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          // `npm run campaign`
          name: 'campaign',
          include: ['tests/campaign/**/*.test.ts'],
          globalSetup: './tests/make/cluster.ts',
          // The long form repeats what the short form does once
          testTimeout: 600_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
