import { XMLParser } from 'fast-xml-parser';
import * as z from 'zod';
import { divide, readDecimal } from '#core/money/fraction.ts';
import { DAY_MS, type Instant, MOSCOW_OFFSET_MS } from '#core/time.ts';
import { dailyTable } from './daily-table.ts';
import type { RateSource, SourceOptions, SourceQuote } from './port.ts';

const Table = z.object({
  ValCurs: z.object({
    Date: z.string().regex(/^\d\d\.\d\d\.\d{4}$/),
    Valute: z.array(z.object({ CharCode: z.string(), Nominal: z.string(), Value: z.string() })),
  }),
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'Valute',
});

/** The Bank of Russia's daily table: windows-1251, decimals with a comma, roubles for `Nominal` units. Throws on anything else. */
function parseCbr(bytes: Buffer, symbols: ReadonlySet<string>, now: Instant): readonly SourceQuote[] {
  const { ValCurs: table } = Table.parse(parser.parse(new TextDecoder('windows-1251').decode(bytes)));
  const [day, month, year] = table.Date.split('.').map(Number);
  const dayStart = Date.UTC(year ?? 0, (month ?? 0) - 1, day) - MOSCOW_OFFSET_MS;
  // From the afternoon on it is the table of tomorrow
  const at = Math.min(dayStart, now);
  return table.Valute.flatMap(({ CharCode: base, Nominal, Value }) => {
    const [value, nominal] = [readDecimal(Value.replace(',', '.')), readDecimal(Nominal)];
    if (!symbols.has(base) || !value || !nominal || nominal.num === 0n) return [];
    const price = divide(value, nominal);
    return [{ base, quote: 'RUB', bid: price, ask: price, volume: null, at }];
  });
}

const TABLE = {
  url: 'https://www.cbr.ru/scripts/XML_daily.asp',
  /** The table of the last day of December is valid until 10 January. */
  maxAgeMs: 12 * DAY_MS,
};

/** The Bank of Russia's daily table: roubles for fiat currencies. */
export const cbr = (options: SourceOptions): RateSource =>
  dailyTable({ ...TABLE, parse: ({ bytes }, symbols, now) => parseCbr(bytes, symbols, now) }, options);
