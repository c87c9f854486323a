import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Papa from 'papaparse';
import * as z from 'zod';
import { type Fraction, readDecimal } from '#core/money/fraction.ts';
import { parseExactJson } from '#core/text/canonical-json.ts';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { createConditionalClient } from './conditional-client.ts';
import type { RateSource, SourceOptions, SourceQuote } from './port.ts';

/** A parsed list of the owner: its prices and the maximum age it states. */
interface OwnPrices {
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

const MAX_BYTES = 2 * 1024 * 1024;

/** `file:./prices.csv` is relative to the working directory. */
const pathOf = (address: string): string => fileURLToPath(new URL(address.slice('file:'.length), pathToFileURL(`${process.cwd()}/`)));

/** Reads a file when it has changed; its prices are as old as its last change. */
function fileReader(address: string): (now: Instant) => Promise<OwnPrices | undefined> {
  let lastMtimeMs: number | undefined;
  return async () => {
    const path = pathOf(address);
    const { mtimeMs, size } = await stat(path);
    if (mtimeMs === lastMtimeMs) return undefined;
    if (size > MAX_BYTES) throw new Error('a list of more than 2 MB');
    const prices = parseOwnPrices(await readFile(path, 'utf8'), Math.floor(mtimeMs));
    lastMtimeMs = mtimeMs;
    return prices;
  };
}

function urlReader(url: string, deadlineMs: number): (now: Instant) => Promise<OwnPrices | undefined> {
  const client = createConditionalClient();
  return async (now) => {
    const response = await client.call(url, deadlineMs);
    return response && parseOwnPrices(response.text, now);
  };
}

/** Applies the list's own maximum age: its prices are dated back by the difference to ours. */
const backdated = ({ quotes, maxAgeMs }: OwnPrices, ourMaxAgeMs: number): readonly SourceQuote[] =>
  maxAgeMs === undefined ? quotes : quotes.map((quote) => ({ ...quote, at: quote.at - Math.max(0, ourMaxAgeMs - maxAgeMs) }));

/** The owner's own list, behind a URL or in a file. */
export function ownList({ name, url }: SourceOptions): RateSource {
  if (url === undefined) throw new Error(`${name} has no address`);
  const isFile = url.startsWith('file:');
  const deadlineMs = 10 * SECOND_MS;
  const maxAgeMs = isFile ? DAY_MS : 5 * MINUTE_MS;
  const read = isFile ? fileReader(url) : urlReader(url, deadlineMs);
  return {
    name,
    isDemo: false,
    kind: 'market',
    intervalMs: (isFile ? 2 : 5) * SECOND_MS,
    deadlineMs,
    maxAgeMs,
    async read(symbols, now) {
      const prices = await read(now);
      return prices && backdated(prices, maxAgeMs).filter(({ base, quote }) => symbols.has(base) && symbols.has(quote));
    },
  };
}
