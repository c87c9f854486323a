import { DAY_MS } from '#core/time.ts';
import { dailyTable } from './daily-table.ts';
import { parseCbr } from './parse-cbr.ts';
import type { RateSource, SourceOptions } from './port.ts';

const TABLE = {
  url: 'https://www.cbr.ru/scripts/XML_daily.asp',
  /** The table of the last day of December stands until the tenth of January. */
  maxAgeMs: 12 * DAY_MS,
};

/** The Bank of Russia's table of a day: roubles for all fiat currencies that it knows. */
export const cbr = (options: SourceOptions): RateSource =>
  dailyTable({ ...TABLE, parse: ({ bytes }, symbols, now) => parseCbr(bytes, symbols, now) }, options);
