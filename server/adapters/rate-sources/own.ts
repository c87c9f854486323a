import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DAY_MS, MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';
import { createCaller } from './call-source.ts';
import { parseOwnPrices, type OwnPrices } from './parse-own-prices.ts';
import type { RateSource, SourceOptions, SourceQuote } from './port.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/** `file:./prices.csv` is relative to where the process runs. */
const pathOf = (address: string): string => fileURLToPath(new URL(address.slice('file:'.length), pathToFileURL(`${process.cwd()}/`)));

/** A file is as old as its last change; read again when that changes. */
function fileReader(address: string): (now: Instant) => Promise<OwnPrices | undefined> {
  let seen: number | undefined;
  return async () => {
    const path = pathOf(address);
    const { mtimeMs, size } = await stat(path);
    if (mtimeMs === seen) return undefined;
    if (size > MAX_BYTES) throw new Error('a list of more than 2 MB');
    const prices = parseOwnPrices(await readFile(path, 'utf8'), Math.floor(mtimeMs));
    seen = mtimeMs;
    return prices;
  };
}

function urlReader(url: string, deadlineMs: number): (now: Instant) => Promise<OwnPrices | undefined> {
  const caller = createCaller();
  return async (now) => {
    const answer = await caller.call(url, deadlineMs);
    return answer && parseOwnPrices(answer.text, now);
  };
}

/** What a list itself says of its age is kept by the time of its prices: they count as that much older. */
const aged = ({ quotes, maxAgeMs }: OwnPrices, most: number): readonly SourceQuote[] =>
  maxAgeMs === undefined ? quotes : quotes.map((quote) => ({ ...quote, at: quote.at - Math.max(0, most - maxAgeMs) }));

/** A list of the owner's own, behind a URL or in a file. */
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
    everyMs: (isFile ? 2 : 5) * SECOND_MS,
    deadlineMs,
    maxAgeMs,
    async read(symbols, now) {
      const prices = await read(now);
      return prices && aged(prices, maxAgeMs).filter(({ base, quote }) => symbols.has(base) && symbols.has(quote));
    },
  };
}
