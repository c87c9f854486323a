import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DAY_MS, MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';
import { createConditionalClient } from './conditional-client.ts';
import { parseOwnPrices, type OwnPrices } from './parse-own-prices.ts';
import type { RateSource, SourceOptions, SourceQuote } from './port.ts';

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
