import type { Locale } from '#core/locale.ts';
import { formatMoney, type Priced, trimRate } from './amount.ts';

/* Apart from `amount.ts`, which every page of the site loads. */

/** Significant digits of a coin's reserve or limit; money with two decimals is shown in full. */
const DIGITS = 6;
const isCoin = ({ precision }: Priced): boolean => precision > 2;

/** An available or maximum amount, never rounded up. */
export const formatAtMost = (amount: string, priced: Priced, locale: Locale): string =>
  formatMoney(isCoin(priced) ? trimRate(amount, DIGITS) : amount, priced, locale);

/** Rounds a decimal text up to the digits that `trimRate` keeps. */
function roundUp(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const keptDecimals = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) + DIGITS : Math.max(0, DIGITS - whole.length);
  if (!/[1-9]/.test(fraction.slice(keptDecimals))) return trimRate(text, DIGITS);
  const roundedUp = String(BigInt(whole + fraction.slice(0, keptDecimals)) + 1n).padStart(keptDecimals + 1, '0');
  const at = roundedUp.length - keptDecimals;
  return trimRate(keptDecimals === 0 ? roundedUp : `${roundedUp.slice(0, at)}.${roundedUp.slice(at)}`, DIGITS + 1);
}

/** A minimum amount, never rounded down. */
export const formatAtLeast = (amount: string, priced: Priced, locale: Locale): string =>
  formatMoney(isCoin(priced) && /^\d+\.\d+$/.test(amount) ? roundUp(amount) : amount, priced, locale);
