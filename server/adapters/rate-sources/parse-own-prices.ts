import Papa from 'papaparse';
import * as z from 'zod';
import type { Fraction } from '#core/money/fraction.ts';
import { SECOND_MS, type Instant } from '#core/time.ts';
import type { SourceQuote } from './port.ts';
import { parseExactJson, readDecimal } from '#core/money/read-decimal.ts';

/** An owner's own list, read: its prices and how old they may grow by its own word. */
export interface OwnPrices {
  readonly quotes: readonly SourceQuote[];
  readonly maxAgeMs: number | undefined;
}

const text = z.string().trim();
const Line = z.object({
  base: text,
  quote: text,
  price: text.optional(),
  bid: text.optional(),
  ask: text.optional(),
  volume: text.optional(),
  at: text.optional(),
});
type Line = z.output<typeof Line>;
const List = z.object({ max_age_s: text.optional(), prices: z.array(z.unknown()) });

const SYMBOL = /^[A-Z0-9]{2,12}$/;

/** What is wrong with a list is told with its line: its owner has to find it. */
const wrong = (place: string, problem: string): never => {
  throw new Error(`${place}: ${problem}`);
};

function numberOf(value: string, place: string, field: string): Fraction {
  // A comma in a cell of its own is a decimal one
  const found = readDecimal(value.replace(/^(\d+),(\d+)$/, '$1.$2'));
  if (!found || found.num === 0n) return wrong(place, `${field} is not a positive number`);
  return found;
}

function timeOf(value: string, place: string): Instant {
  const at = Date.parse(value);
  return Number.isNaN(at) ? wrong(place, 'at is not a time like 2026-11-21T12:00:00Z') : at;
}

function quoteOf(line: Line, place: string, at: Instant): SourceQuote {
  for (const field of ['base', 'quote'] as const) if (!SYMBOL.test(line[field])) wrong(place, `${field} is not a symbol like BTC`);
  const given = (field: 'price' | 'bid' | 'ask' | 'volume' | 'at') => (line[field] === '' ? undefined : line[field]);
  const [bid, ask] = [given('bid') ?? given('price'), given('ask') ?? given('price')];
  if (bid === undefined || ask === undefined) return wrong(place, 'neither price nor both bid and ask');
  const [volume, time] = [given('volume'), given('at')];
  return {
    base: line.base,
    quote: line.quote,
    bid: numberOf(bid, place, 'bid'),
    ask: numberOf(ask, place, 'ask'),
    volume: volume === undefined ? null : (readDecimal(volume) ?? wrong(place, 'volume is not a number')),
    at: time === undefined ? at : timeOf(time, place),
  };
}

function lineOf(value: unknown, place: string): Line {
  const parsed = Line.safeParse(value);
  return parsed.success ? parsed.data : wrong(place, `${String(parsed.error.issues[0]?.path[0] ?? 'it')} is missing or no text`);
}

function fromJson(body: string, at: Instant): OwnPrices {
  const list = List.safeParse(parseExactJson(body));
  if (!list.success) throw new Error('prices is missing or no list');
  const { max_age_s: maxAge, prices } = list.data;
  const maxAgeMs = maxAge === undefined ? undefined : Number(maxAge) * SECOND_MS;
  if (maxAgeMs !== undefined && !(maxAgeMs > 0)) throw new Error('max_age_s is not a number of seconds');
  const quotes = prices.map((value, index) => quoteOf(lineOf(value, `prices[${index}]`), `prices[${index}]`, at));
  return { quotes, maxAgeMs };
}

function fromCsv(body: string, at: Instant): OwnPrices {
  const { data, errors, meta } = Papa.parse<unknown>(body.trim(), { header: true, skipEmptyLines: 'greedy' });
  for (const field of ['base', 'quote']) if (meta.fields?.includes(field) !== true) wrong('line 1', `no column ${field}`);
  const [error] = errors.filter(({ type }) => type !== 'Delimiter');
  // Its first line names the columns
  if (error) return wrong(`line ${(error.row ?? 0) + 2}`, error.message);
  return { quotes: data.map((value, index) => quoteOf(lineOf(value, `line ${index + 2}`), `line ${index + 2}`, at)), maxAgeMs: undefined };
}

/** An owner's list of prices, JSON or CSV (docs/how-to/add-a-rate-source.md); throws with the line that is wrong: of a broken list nothing is believed. */
export const parseOwnPrices = (body: string, at: Instant): OwnPrices => (/^\s*[{[]/.test(body) ? fromJson(body, at) : fromCsv(body, at));
