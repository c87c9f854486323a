import { pow10 } from '#core/money/decimals.ts';
import { divide, fraction, toSignificant } from '#core/money/fraction.ts';
import type { Deps } from '#server/deps.ts';
import type { Worth } from './store.ts';

const DIGITS = 12;

/** Present prices of one minor unit of every payment system in dollars, for the queue's order alone; systems without a price are left out. */
export function worthOf({ catalogue, quotes }: Pick<Deps, 'catalogue' | 'quotes'>): Worth {
  const priced = catalogue.paymentSystems().flatMap(({ code, scale }) => {
    const usd = quotes.usdOf(code);
    return usd === undefined ? [] : [{ code, usd: toSignificant(divide(usd, fraction(pow10(scale), 1n)), DIGITS) }];
  });
  return { codes: priced.map(({ code }) => code), usd: priced.map(({ usd }) => usd) };
}
