import { MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';
import * as z from 'zod';
import { sourceUrl, createConditionalClient } from './conditional-client.ts';
import { COINGECKO_IDS } from '#core/crypto-stats/coingecko-ids.ts';
import type { RateSource, SourceOptions, SourceQuote } from './port.ts';
import { parseExactJson } from '#core/text/canonical-json.ts';
import { readDecimal } from '#core/money/fraction.ts';

const PRICES_URL = 'https://api.coingecko.com/api/v3/simple/price';

const Coin = z.object({ usd: z.string(), usd_24h_vol: z.string().nullish(), last_updated_at: z.string().nullish() });
const PriceResponse = z.record(z.string(), z.object({}).loose());

/** Response to quotes in dollars; throws on an unreadable response. Unreadable coins are skipped. */
export function parseCoinGecko(text: string, symbols: ReadonlySet<string>, now: Instant): readonly SourceQuote[] {
  const coins = PriceResponse.parse(parseExactJson(text));
  return Object.entries(COINGECKO_IDS).flatMap(([base, id]) => {
    const coin = symbols.has(base) ? Coin.safeParse(coins[id]) : undefined;
    const usd = coin?.success === true ? readDecimal(coin.data.usd) : undefined;
    if (coin?.success !== true || !usd) return [];
    const { usd_24h_vol: volume, last_updated_at: updatedAt } = coin.data;
    const at = updatedAt == null ? now : Number(updatedAt) * SECOND_MS;
    return [{ base, quote: 'USD', bid: usd, ask: usd, volume: readDecimal(volume) ?? null, at }];
  });
}

/** CoinGecko's simple price: an average of many exchanges, one or two minutes old. */
export function coingecko({ name, url }: SourceOptions): RateSource {
  const client = createConditionalClient();
  const deadlineMs = 10 * SECOND_MS;
  return {
    name,
    isDemo: false,
    kind: 'market',
    intervalMs: MINUTE_MS,
    deadlineMs,
    maxAgeMs: 5 * MINUTE_MS,
    async read(symbols, now) {
      const ids = new Set(Object.entries(COINGECKO_IDS).flatMap(([symbol, id]) => (symbols.has(symbol) ? [id] : [])));
      if (ids.size === 0) return [];
      const requestUrl = new URL(sourceUrl(PRICES_URL, url));
      requestUrl.searchParams.set('ids', [...ids].toSorted().join(','));
      requestUrl.searchParams.set('vs_currencies', 'usd');
      for (const flag of ['include_24hr_vol', 'include_last_updated_at']) requestUrl.searchParams.set(flag, 'true');
      requestUrl.searchParams.set('precision', 'full');
      const response = await client.call(requestUrl.href, deadlineMs);
      return response && parseCoinGecko(response.text, symbols, now);
    },
  };
}
