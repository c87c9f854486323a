import { XMLParser } from 'fast-xml-parser';
import * as z from 'zod';
import { readDecimal } from '#core/money/fraction.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import { dailyTable } from './daily-table.ts';
import type { RateSource, SourceOptions, SourceQuote } from './port.ts';

const Day = z.object({
  time: z.iso.date(),
  Cube: z.array(z.object({ currency: z.string(), rate: z.string() })),
});
const Envelope = z.object({ Envelope: z.object({ Cube: z.array(z.object({ Cube: z.array(Day) })) }) });
/** Published at about 16:00 in Frankfurt. */
const PUBLICATION_TIME_MS = 14 * HOUR_MS;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'Cube',
});

/** The European Central Bank's daily table: units of each currency for one euro. Throws on anything else. */
function parseEcb(text: string, symbols: ReadonlySet<string>, now: Instant): readonly SourceQuote[] {
  const [day] = Envelope.parse(parser.parse(text)).Envelope.Cube[0]?.Cube ?? [];
  if (!day) throw new Error('a table without a day');
  const at = Math.min(Date.parse(day.time) + PUBLICATION_TIME_MS, now);
  return day.Cube.flatMap(({ currency, rate }) => {
    const price = readDecimal(rate);
    if (!symbols.has(currency) || !price) return [];
    return [{ base: 'EUR', quote: currency, bid: price, ask: price, volume: null, at }];
  });
}

const TABLE = {
  url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  /** From the Thursday before Easter to the Tuesday after it. */
  maxAgeMs: 6 * DAY_MS,
};

/** The European Central Bank's daily table: some thirty currencies per euro. */
export const ecb = (options: SourceOptions): RateSource =>
  dailyTable({ ...TABLE, parse: ({ text }, symbols, now) => parseEcb(text, symbols, now) }, options);
