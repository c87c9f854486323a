import type { Locale } from '#core/locale.ts';
import { formatDecimal, formatPercent, trimRate } from './amount.ts';

/** Large sums are shown with a word: `1,94 трлн`. */
const SCALES = [
  { name: 'trillion', zeros: 12 },
  { name: 'billion', zeros: 9 },
  { name: 'million', zeros: 6 },
] as const;
export type SumScale = (typeof SCALES)[number]['name'];

/** A large sum cut to two decimals of its scale; null: too small for a scale. */
export function shortSum(text: string, locale: Locale): { readonly figure: string; readonly scale: SumScale | null } {
  const [whole = '0'] = text.split('.');
  const scale = SCALES.find(({ zeros }) => whole.length > zeros);
  if (scale === undefined) return { figure: formatDecimal(whole, { locale }), scale: null };
  const at = whole.length - scale.zeros;
  const decimals = whole.slice(at, at + 2);
  return { figure: formatDecimal(`${whole.slice(0, at)}.${decimals}`, { locale, fillTo: 2 }), scale: scale.name };
}

const CENTS = 2;
const SMALL_DIGITS = 5;

/** A price in dollars: with cents from one dollar on, else with five significant digits. Cut, never rounded up. */
export function marketPrice(text: string, locale: Locale): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const figure = whole === '0' ? trimRate(text, SMALL_DIGITS) : `${whole}.${fraction.slice(0, CENTS).padEnd(CENTS, '0')}`;
  return formatDecimal(figure, { locale });
}

export type Drift = 'up' | 'down' | 'still';

/** A change in per cent, rounded to two decimals, with its direction; a change that rounds to zero is `still`. */
export function marketChange(text: string, locale: Locale): { readonly drift: Drift; readonly shown: string; readonly size: string } {
  const isBelow = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace(/^-/, '').split('.');
  const thousandths = BigInt(whole + fraction.slice(0, CENTS + 1).padEnd(CENTS + 1, '0'));
  const digits = ((thousandths + 5n) / 10n).toString().padStart(CENTS + 1, '0');
  const size = `${digits.slice(0, -CENTS)}.${digits.slice(-CENTS)}`;
  const drift = /[1-9]/.test(size) ? (isBelow ? 'down' : 'up') : 'still';
  const percent = (value: string) => formatPercent(value, locale);
  return { drift, shown: percent(drift === 'down' ? `-${size}` : size), size: percent(size).replace(/^\+/, '') };
}
