import { call, type Transport } from '#contract/call.ts';
import { getPublicNotice, TechBreak } from '#contract/public/public-notice.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';

/** System codes of both sides. */
export interface PairCodes {
  readonly from: string;
  readonly to: string;
}

/** Technical break of the shop or the pair; null: none, or no response (creating the order checks it again). */
export async function readBreak(transport: Transport, pair: PairCodes | null): Promise<TechBreak | null> {
  const query = pair === null ? {} : { income_payment_system_id: pair.from, outcome_payment_system_id: pair.to };
  const response = await call(getPublicNotice, { query }, transport);
  const parsed = response.ok ? TechBreak.safeParse(response.meta['tech_break']) : undefined;
  return parsed?.success === true && parsed.data.active ? parsed.data : null;
}

/** Current break, for a page that polls; loaded on demand. */
export const fetchBreak = (locale: Locale, pair: PairCodes | null): Promise<TechBreak | null> => readBreak(browserTransport(locale), pair);
