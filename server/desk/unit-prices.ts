import { pow10 } from '#core/money/decimals.ts';
import { divide, fraction, toSignificant } from '#core/money/fraction.ts';
import type { Deps } from '#server/deps.ts';
import type { UnitPrices } from './store.ts';

const DIGITS = 12;

/**
 * USD prices of one minor unit of each payment system, for ranking the queue; systems without a
 * price are left out.
 */
export function unitPrices({ catalogue, quotes }: Pick<Deps, 'catalogue' | 'quotes'>): UnitPrices {
  const priced = catalogue.paymentSystems().flatMap(({ code, scale }) => {
    const usd = quotes.usdOf(code);
    return usd === undefined ? [] : [{ code, usd: toSignificant(divide(usd, fraction(pow10(scale), 1n)), DIGITS) }];
  });
  return { codes: priced.map(({ code }) => code), usd: priced.map(({ usd }) => usd) };
}
