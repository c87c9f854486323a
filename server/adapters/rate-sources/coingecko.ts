import { MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';
import * as z from 'zod';
import { addressOf, createCaller } from './call-source.ts';
import { COINGECKO_IDS } from '#core/crypto-stats/coingecko-ids.ts';
import type { RateSource, SourceOptions, SourceQuote } from './port.ts';
import { parseExactJson, readDecimal } from '#core/money/read-decimal.ts';

const PRICES_URL = 'https://api.coingecko.com/api/v3/simple/price';

const Coin = z.object({ usd: z.string(), usd_24h_vol: z.string().nullish(), last_updated_at: z.string().nullish() });
const Answer = z.record(z.string(), z.object({}).loose());

/** Its answer to quotes in dollars; throws on what is no such answer. A coin of nonsense is left out. */
export function parseCoinGecko(text: string, symbols: ReadonlySet<string>, now: Instant): readonly SourceQuote[] {
  const coins = Answer.parse(parseExactJson(text));
  return Object.entries(COINGECKO_IDS).flatMap(([base, id]) => {
    const coin = symbols.has(base) ? Coin.safeParse(coins[id]) : undefined;
    const usd = coin?.success === true ? readDecimal(coin.data.usd) : undefined;
    if (coin?.success !== true || !usd) return [];
    const { usd_24h_vol: volume, last_updated_at: updatedAt } = coin.data;
    const at = updatedAt == null ? now : Number(updatedAt) * SECOND_MS;
    return [{ base, quote: 'USD', bid: usd, ask: usd, volume: readDecimal(volume) ?? null, at }];
  });
}

/** CoinGecko's simple price: an average of many exchanges, a minute or two old. */
export function coingecko({ name, url }: SourceOptions): RateSource {
  const caller = createCaller();
  const deadlineMs = 10 * SECOND_MS;
  return {
    name,
    isDemo: false,
    kind: 'market',
    everyMs: MINUTE_MS,
    deadlineMs,
    maxAgeMs: 5 * MINUTE_MS,
    async read(symbols, now) {
      const ids = new Set(Object.entries(COINGECKO_IDS).flatMap(([symbol, id]) => (symbols.has(symbol) ? [id] : [])));
      if (ids.size === 0) return [];
      const address = new URL(addressOf(PRICES_URL, url));
      address.searchParams.set('ids', [...ids].toSorted().join(','));
      address.searchParams.set('vs_currencies', 'usd');
      for (const flag of ['include_24hr_vol', 'include_last_updated_at']) address.searchParams.set(flag, 'true');
      address.searchParams.set('precision', 'full');
      const answer = await caller.call(address.href, deadlineMs);
      return answer && parseCoinGecko(answer.text, symbols, now);
    },
  };
}
