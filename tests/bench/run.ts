import { parseArgs } from 'node:util';
import { BENCHES } from './benches.ts';
import { takeFigures } from './line.ts';
import { record, startedAt } from './record.ts';

/**
 * `npm run bench`, or `npm run bench -- pages orders` for some of them: speeds as ratios, measured beside each other in one run.
 * `--record` writes the figures into `docs/benchmarks.md`; `--short` only shows that a bench runs.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } },
});
if (values.short && values.record) throw new Error('A short run has no figures worth recording');
const unknown = positionals.find((name) => BENCHES[name] === undefined);
if (unknown !== undefined) throw new Error(`no bench "${unknown}"; there are: ${Object.keys(BENCHES).join(', ')}`);

const measured = startedAt();
for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  // oxlint-disable-next-line no-await-in-loop -- one after the other, each alone on the machine
  await bench(values.short ? 'short' : 'full');
  const figures = takeFigures();
  if (values.record) record({ [name]: figures }, measured);
}
