import Papa from 'papaparse';
import * as z from 'zod';
import type { Fraction } from '#core/money/fraction.ts';
import { SECOND_MS, type Instant } from '#core/time.ts';
import type { SourceQuote } from './port.ts';
import { parseExactJson, readDecimal } from '#core/money/read-decimal.ts';

/** A parsed list of the owner: its prices and the maximum age it states. */
export interface OwnPrices {
  readonly quotes: readonly SourceQuote[];
  readonly maxAgeMs: number | undefined;
}

const text = z.string().trim();
const Row = z.object({
  base: text,
  quote: text,
  price: text.optional(),
  bid: text.optional(),
  ask: text.optional(),
  volume: text.optional(),
  at: text.optional(),
});
type Row = z.output<typeof Row>;
const List = z.object({ max_age_s: text.optional(), prices: z.array(z.unknown()) });

const SYMBOL = /^[A-Z0-9]{2,12}$/;

/** Problems are reported with their line, so that the owner can find them. */
const fail = (place: string, problem: string): never => {
  throw new Error(`${place}: ${problem}`);
};

function parseNumber(value: string, place: string, field: string): Fraction {
  // A single comma is a decimal comma
  const parsed = readDecimal(value.replace(/^(\d+),(\d+)$/, '$1.$2'));
  if (!parsed || parsed.num === 0n) return fail(place, `${field} is not a positive number`);
  return parsed;
}

function parseTime(value: string, place: string): Instant {
  const at = Date.parse(value);
  return Number.isNaN(at) ? fail(place, 'at is not a time like 2026-11-21T12:00:00Z') : at;
}

function quoteOf(row: Row, place: string, at: Instant): SourceQuote {
  for (const field of ['base', 'quote'] as const) if (!SYMBOL.test(row[field])) fail(place, `${field} is not a symbol like BTC`);
  const cell = (field: 'price' | 'bid' | 'ask' | 'volume' | 'at') => (row[field] === '' ? undefined : row[field]);
  const [bid, ask] = [cell('bid') ?? cell('price'), cell('ask') ?? cell('price')];
  if (bid === undefined || ask === undefined) return fail(place, 'neither price nor both bid and ask');
  const [volume, time] = [cell('volume'), cell('at')];
  return {
    base: row.base,
    quote: row.quote,
    bid: parseNumber(bid, place, 'bid'),
    ask: parseNumber(ask, place, 'ask'),
    volume: volume === undefined ? null : (readDecimal(volume) ?? fail(place, 'volume is not a number')),
    at: time === undefined ? at : parseTime(time, place),
  };
}

function parseRow(value: unknown, place: string): Row {
  const parsed = Row.safeParse(value);
  return parsed.success ? parsed.data : fail(place, `${String(parsed.error.issues[0]?.path[0] ?? 'it')} is missing or no text`);
}

function fromJson(body: string, at: Instant): OwnPrices {
  const list = List.safeParse(parseExactJson(body));
  if (!list.success) throw new Error('prices is missing or no list');
  const { max_age_s: maxAge, prices } = list.data;
  const maxAgeMs = maxAge === undefined ? undefined : Number(maxAge) * SECOND_MS;
  if (maxAgeMs !== undefined && !(maxAgeMs > 0)) throw new Error('max_age_s is not a number of seconds');
  const quotes = prices.map((value, index) => quoteOf(parseRow(value, `prices[${index}]`), `prices[${index}]`, at));
  return { quotes, maxAgeMs };
}

function fromCsv(body: string, at: Instant): OwnPrices {
  const { data, errors, meta } = Papa.parse<unknown>(body.trim(), { header: true, skipEmptyLines: 'greedy' });
  for (const field of ['base', 'quote']) if (meta.fields?.includes(field) !== true) fail('line 1', `no column ${field}`);
  const [error] = errors.filter(({ type }) => type !== 'Delimiter');
  // The first line names the columns
  if (error) return fail(`line ${(error.row ?? 0) + 2}`, error.message);
  return {
    quotes: data.map((value, index) => quoteOf(parseRow(value, `line ${index + 2}`), `line ${index + 2}`, at)),
    maxAgeMs: undefined,
  };
}

/** Parses an owner's price list, JSON or CSV (docs/how-to/add-a-rate-source.md); throws with the wrong line: a broken list is rejected as a whole. */
export const parseOwnPrices = (body: string, at: Instant): OwnPrices => (/^\s*[{[]/.test(body) ? fromJson(body, at) : fromCsv(body, at));
