import { call } from '#contract/call.ts';
import { type CryptoStatsAttributes, getCryptoInfo, listTop15 } from '#contract/public/crypto-stats.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';

/** The list as it is now; undefined: the API did not answer. */
export async function fetchCoins(locale: Locale, signal: AbortSignal): Promise<readonly CryptoStatsAttributes[] | undefined> {
  const response = await call(listTop15, { signal }, browserTransport(locale));
  return response.ok ? response.data.map(({ attributes }) => attributes) : undefined;
}

/** A coin as it is now; undefined: the API did not answer, or the coin is gone. */
export async function fetchCoin(symbol: string, locale: Locale, signal: AbortSignal): Promise<CryptoStatsAttributes | undefined> {
  const response = await call(getCryptoInfo, { params: { id: symbol }, signal }, browserTransport(locale));
  return response.ok ? response.data.attributes : undefined;
}
