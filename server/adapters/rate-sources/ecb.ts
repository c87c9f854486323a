import { DAY_MS } from '#core/time.ts';
import { dailyTable } from './daily-table.ts';
import { parseEcb } from './parse-ecb.ts';
import type { RateSource, SourceOptions } from './port.ts';

const TABLE = {
  url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  /** From the Thursday before Easter to the Tuesday after it. */
  maxAgeMs: 6 * DAY_MS,
};

/** The European Central Bank's daily table: some thirty currencies per euro. */
export const ecb = (options: SourceOptions): RateSource =>
  dailyTable({ ...TABLE, parse: ({ text }, symbols, now) => parseEcb(text, symbols, now) }, options);
