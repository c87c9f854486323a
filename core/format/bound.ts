import type { Locale } from '#core/locale.ts';
import { formatMoney, type Priced, trimRate } from './amount.ts';

/** Significant digits of a coin's reserve or limit; of money with two decimals all are shown. */
const DIGITS = 6;
const isCoin = ({ precision }: Priced): boolean => precision > 2;

/** What there is, or may be given at most: never more than it is. */
export const formatAtMost = (amount: string, priced: Priced, locale: Locale): string =>
  formatMoney(isCoin(priced) ? trimRate(amount, DIGITS) : amount, priced, locale);

/** A decimal text with as many digits as `trimRate` keeps, raised where it keeps less than there is. */
function raised(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const kept = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) + DIGITS : Math.max(0, DIGITS - whole.length);
  if (!/[1-9]/.test(fraction.slice(kept))) return trimRate(text, DIGITS);
  const next = String(BigInt(whole + fraction.slice(0, kept)) + 1n).padStart(kept + 1, '0');
  const at = next.length - kept;
  return trimRate(kept === 0 ? next : `${next.slice(0, at)}.${next.slice(at)}`, DIGITS + 1);
}

/** What must be given at least: never less than it is. */
export const formatAtLeast = (amount: string, priced: Priced, locale: Locale): string =>
  formatMoney(isCoin(priced) && /^\d+\.\d+$/.test(amount) ? raised(amount) : amount, priced, locale);
