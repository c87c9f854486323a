import * as z from 'zod';
import { MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';
import type { SourceQuote } from './port.ts';
import { readDecimal } from '#core/money/read-decimal.ts';

const text = z.string().nullish().catch(null);
const Ticker = z.object({ bid: text, ask: text, baseVolume: text, timestamp: z.number().nullish().catch(null) });
const Tickers = z.record(z.string(), Ticker);

/** A ticker's own time counts only if it differs more than this from the time of the response; between trades a ticker is current. */
const MAX_LAG_MS = 2 * MINUTE_MS;
const MAX_LEAD_MS = 5 * SECOND_MS;

function timeOf(tickerTime: number | null | undefined, now: Instant): Instant {
  if (tickerTime == null) return now;
  return now - tickerTime > MAX_LAG_MS || tickerTime - now > MAX_LEAD_MS ? tickerTime : now;
}

/** ccxt's tickers to quotes: exact decimals, bid and ask. Tickers without either are skipped; throws if none is left. */
export function translateTickers(
  tickers: unknown,
  query: { readonly pairs: ReadonlySet<string>; readonly now: Instant },
): readonly SourceQuote[] {
  const { now } = query;
  const quotes = Object.entries(Tickers.parse(tickers)).flatMap(([pair, ticker]) => {
    const [base, quote] = pair.split('/');
    const [bid, ask] = [readDecimal(ticker.bid), readDecimal(ticker.ask)];
    if (!query.pairs.has(pair) || base === undefined || quote === undefined || !bid || !ask) return [];
    return [{ base, quote, bid, ask, volume: readDecimal(ticker.baseVolume) ?? null, at: timeOf(ticker.timestamp, now) }];
  });
  if (quotes.length === 0) throw new Error('no ticker among the answers');
  return quotes;
}
