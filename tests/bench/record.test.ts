import fs from 'node:fs';
import { expect, it } from 'vitest';
import { BENCHES } from './benches.ts';
import { bestOf, fallenRatios, readRuns, withTable } from './record.ts';

const page = fs.readFileSync('docs/benchmarks.md', 'utf8');
const figure = (name: string, ratio?: number) => ({ name, value: '1/s', goal: '', ...(ratio === undefined ? {} : { ratio }) });

it('the table of the page is that of the recorded figures', () => {
  expect(withTable(page, readRuns())).toBe(page);
});

it('figures are recorded for benches that exist', () => {
  expect(Object.keys(readRuns()).filter((name) => BENCHES[name] === undefined)).toEqual([]);
});

it('a ratio may fall by a tenth; below that, or not measured, both figures are reported', () => {
  const recorded = [figure('quote', 0.5), figure('page', 0.5), figure('order', 0.5), figure('speed')];
  expect(fallenRatios(recorded, [figure('quote', 0.45), figure('page', 0.449)])).toEqual([
    'page: 0.449, recorded 0.5',
    'order: not measured, recorded 0.5',
  ]);
});

it('of several attempts the one with the best ratios counts', () => {
  const attempts = [0.4, 0.6, 0.5].map((ratio) => [figure('speed'), figure('quote', ratio)]);
  expect(bestOf(attempts)).toBe(attempts[1]);
});

it('the page describes every bench', () => {
  for (const name of Object.keys(BENCHES)) expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\| \\w.+ \\|$`, 'm'));
});
