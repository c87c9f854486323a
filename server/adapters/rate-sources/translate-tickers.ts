import * as z from 'zod';
import { MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';
import type { SourceQuote } from './port.ts';
import { readDecimal } from '#core/money/read-decimal.ts';

const text = z.string().nullish().catch(null);
const Ticker = z.object({ bid: text, ask: text, baseVolume: text, timestamp: z.number().nullish().catch(null) });
const Tickers = z.record(z.string(), Ticker);

/** A ticker that says so is from then on as old as it says; between trades it is as good as its answer. */
const QUIET_MS = 2 * MINUTE_MS;
const AHEAD_MS = 5 * SECOND_MS;

function timeOf(said: number | null | undefined, now: Instant): Instant {
  if (said == null) return now;
  return now - said > QUIET_MS || said - now > AHEAD_MS ? said : now;
}

/** ccxt's tickers to quotes: exact decimals, bid and ask apart. A ticker without either says nothing; an answer without any is none. */
export function translateTickers(
  tickers: unknown,
  asked: { readonly pairs: ReadonlySet<string>; readonly now: Instant },
): readonly SourceQuote[] {
  const { now } = asked;
  const quotes = Object.entries(Tickers.parse(tickers)).flatMap(([pair, ticker]) => {
    const [base, quote] = pair.split('/');
    const [bid, ask] = [readDecimal(ticker.bid), readDecimal(ticker.ask)];
    if (!asked.pairs.has(pair) || base === undefined || quote === undefined || !bid || !ask) return [];
    return [{ base, quote, bid, ask, volume: readDecimal(ticker.baseVolume) ?? null, at: timeOf(ticker.timestamp, now) }];
  });
  if (quotes.length === 0) throw new Error('no ticker among the answers');
  return quotes;
}
