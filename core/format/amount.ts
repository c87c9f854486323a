import type { Locale } from '#core/locale.ts';

/** No-break space between groups of digits and before a currency: the font's narrow one is too thin to see. */
const SPACE = '\u00A0';
const TRUE_MINUS = '\u2212';

const SIGNS: Readonly<Record<string, string>> = { RUB: '₽', USD: '$', EUR: '€', KZT: '₸', UAH: '₴' };

/** Currency after a number: a sign in Russian, the code in English. */
export const currencySign = (code: string, locale: Locale): string => (locale === 'ru' ? (SIGNS[code] ?? code) : code);

export interface AmountFormat {
  readonly locale: Locale;
  /** Decimals that a fraction is padded to (92,5 -> 92,50); whole numbers are not padded. */
  readonly fillTo?: number;
}

/** Decimal text of the API formatted for readers: groups, the language's decimal mark, a true minus. Never converted to a float. */
export function formatDecimal(text: string, { locale, fillTo = 0 }: AmountFormat): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(?:\d{3})+$)/g, SPACE) : whole;
  const mark = locale === 'ru' ? ',' : '.';
  const tail = fraction === '' ? '' : mark + fraction.padEnd(fillTo, '0');
  return (sign === '' ? '' : TRUE_MINUS) + grouped + tail;
}

export interface Priced {
  readonly currency_iso_code: string;
  readonly precision: number;
}

/** An amount with its currency: `5 000,50 ₽`. */
export const formatMoney = (amount: string, { currency_iso_code, precision }: Priced, locale: Locale): string =>
  formatDecimal(amount, { locale, fillTo: precision <= 2 ? precision : 0 }) + SPACE + currencySign(currency_iso_code, locale);

/** A percentage with its sign always shown: `+0,8 %`, `−1,2 %`. */
export function formatPercent(text: string, locale: Locale): string {
  const body = formatDecimal(toHundredths(text.replace(/^\+/, '')), { locale });
  const signed = /^[\u2212]/.test(body) || /^0(?:[.,]0+)?$/.test(body) ? body : `+${body}`;
  return signed + (locale === 'ru' ? `${SPACE}%` : '%');
}

/** Two decimals, rounded away from zero: a difference never looks smaller than it is. */
function toHundredths(text: string): string {
  const match = /^(-?)(\d+)\.(\d{2})(\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', hundredthDigits = '', lostDigits = ''] = match;
  const hundredths = BigInt(whole + hundredthDigits) + (/[1-9]/.test(lostDigits) ? 1n : 0n);
  const digits = hundredths.toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A rate cut to a readable number of significant digits (never rounded up). */
export function trimRate(text: string, digits = 7): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return text;
  const [, whole = '', fraction = ''] = match;
  const leading = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length;
  const digitsKept = fraction.slice(0, Math.max(0, digits + leading)).replace(/0+$/, '');
  return digitsKept === '' ? whole : `${whole}.${digitsKept}`;
}

/** Decimals of a rate from ten on, and significant digits of a smaller one. */
const RATE_DECIMALS = 2;
const RATE_DIGITS = 5;

/** A rate for readers, cut and never rounded up: `80,06`, `1,1702`. */
export function formatRateFigure(text: string, locale: Locale): string {
  const [whole = '', fraction = ''] = text.split('.');
  const figure = whole.length === 1 || fraction === '' ? trimRate(text, RATE_DIGITS) : `${whole}.${fraction.slice(0, RATE_DECIMALS)}`;
  return formatDecimal(figure, { locale, fillTo: whole.length === 1 ? 0 : RATE_DECIMALS });
}

/** Whether the inverse rate is shown, since a rate above one is easier to read: 1 BTC = 6 500 000 RUB, also for roubles to bitcoin. */
export const showsInverse = (rate: string): boolean => /^0(?:\.|$)/.test(rate);

/** Splits a formatted number at its decimal mark, for columns aligned on it. */
export function splitAtMark(formatted: string): { readonly whole: string; readonly fraction: string } {
  const at = formatted.search(/[.,]/);
  return at < 0 ? { whole: formatted, fraction: '' } : { whole: formatted.slice(0, at), fraction: formatted.slice(at) };
}

const roundedTo = (roundingMode: 'ceil' | 'floor') =>
  new Intl.NumberFormat('en', { maximumSignificantDigits: 3, roundingMode, useGrouping: false });
const [DOWN, UP] = [roundedTo('floor'), roundedTo('ceil')];

/** An available or maximum amount, decimal text, never rounded up. */
export const atMost = (amount: string): string => DOWN.format(amount as Intl.StringNumericLiteral);

/** A minimum amount, decimal text, never rounded down. */
export const atLeast = (amount: string): string => UP.format(amount as Intl.StringNumericLiteral);

/** Limits, decimal texts, rounded inwards; exact where rounding would leave no amount between them. */
export function limitsBetween(min: string, max: string): readonly [string, string] {
  const [low, high] = [atLeast(min), atMost(max)];
  return Number(low) <= Number(high) ? [low, high] : [min, max];
}

export const formatAtMost = (amount: string, priced: Priced, locale: Locale): string => formatMoney(atMost(amount), priced, locale);

export const formatAtLeast = (amount: string, priced: Priced, locale: Locale): string => formatMoney(atLeast(amount), priced, locale);
