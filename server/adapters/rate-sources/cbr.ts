import { DAY_MS } from '#core/time.ts';
import { dailyTable } from './daily-table.ts';
import { parseCbr } from './parse-cbr.ts';
import type { RateSource, SourceOptions } from './port.ts';

const TABLE = {
  url: 'https://www.cbr.ru/scripts/XML_daily.asp',
  /** The table of the last day of December is valid until 10 January. */
  maxAgeMs: 12 * DAY_MS,
};

/** The Bank of Russia's daily table: roubles for fiat currencies. */
export const cbr = (options: SourceOptions): RateSource =>
  dailyTable({ ...TABLE, parse: ({ bytes }, symbols, now) => parseCbr(bytes, symbols, now) }, options);
