import { parseArgs } from 'node:util';
import { BENCHES } from './benches.ts';
import type { Bench } from './extent.ts';
import { type Figure, takeFigures } from './line.ts';
import { bestOf, describeRun, fallenRatios, hasRatio, readRuns, record } from './record.ts';

/**
 * `npm run bench`, or `npm run bench -- pages orders` for some of them: speeds as ratios, measured beside each other in one run, written
 * to `docs/figures.json` and `docs/benchmarks.md`.
 * - `--hold` writes nothing and fails when a ratio fell by more than a tenth.
 * - `--short` writes nothing and only shows that a bench runs.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, hold: { type: 'boolean', default: false } },
});
if (values.short && values.hold) throw new Error('The figures of a short run do not compare');
const unknown = positionals.find((name) => BENCHES[name] === undefined);
if (unknown !== undefined) throw new Error(`no bench "${unknown}"; there are: ${Object.keys(BENCHES).join(', ')}`);

/** Attempts of a bench with ratios. */
const ATTEMPTS = 3;

/** Figures of one bench; with ratios, those of the best of three attempts. */
async function measureFull(bench: Bench): Promise<readonly Figure[]> {
  const attempts: (readonly Figure[])[] = [];
  do {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, each alone on the machine
    await bench('full');
    attempts.push(takeFigures());
  } while (attempts.length < ATTEMPTS && attempts.every(hasRatio));
  return bestOf(attempts);
}

for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  if (values.short) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    await bench('short');
    continue;
  }
  const run = describeRun();
  // oxlint-disable-next-line no-await-in-loop -- see above
  const figures = await measureFull(bench);
  if (!values.hold) {
    record({ [name]: { ...run, figures } });
    continue;
  }
  for (const fallen of fallenRatios(readRuns()[name]?.figures ?? [], figures)) {
    console.error(`fell: ${fallen}`);
    process.exitCode = 1;
  }
}
