import { call } from '#contract/call.ts';
import { type CryptoStatsAttributes, getCryptoInfo, listTop15 } from '#contract/crypto-stats.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';

/** The list as it is now; undefined: nobody answers. */
export async function askCoins(locale: Locale, signal: AbortSignal): Promise<readonly CryptoStatsAttributes[] | undefined> {
  const told = await call(listTop15, { signal }, browserTransport(locale));
  return told.ok ? told.data.map(({ attributes }) => attributes) : undefined;
}

/** A coin as it is now; undefined: nobody answers, or it is gone. */
export async function askCoin(symbol: string, locale: Locale, signal: AbortSignal): Promise<CryptoStatsAttributes | undefined> {
  const told = await call(getCryptoInfo, { params: { id: symbol }, signal }, browserTransport(locale));
  return told.ok ? told.data.attributes : undefined;
}
