import type { Locale } from '#core/payment-system/payment-system.ts';

const GROUP = '\u202F';
const TRUE_MINUS = '\u2212';

export interface Figure {
  /** Sign and grouped whole part. */
  readonly whole: string;
  /** Decimal mark and decimals, empty when there are none. */
  readonly fraction: string;
}

/** The wire's decimal text split at its decimal mark, as a board shows it; never through a float. Anything else stays as it is. */
export function figureOf(text: string, locale: Locale): Figure {
  const match = /^([-+]?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return { whole: text, fraction: '' };
  const [, sign = '', whole = '', decimals = ''] = match;
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(?:\d{3})+$)/g, GROUP) : whole;
  return { whole: (sign === '-' ? TRUE_MINUS : sign) + grouped, fraction: decimals === '' ? '' : (locale === 'ru' ? ',' : '.') + decimals };
}

/** The same as one text, with the currency after the number. */
export function money(text: string, currency: string, locale: Locale): string {
  const { whole, fraction } = figureOf(text, locale);
  return `${whole}${fraction}\u00A0${currency}`;
}

/** How far a rate stands from the market price, in percent with two decimals and its sign; null when it cannot be told. Both are decimal texts of the wire. */
export function deviationPercent(rate: string, reference: string): string | null {
  const split = (text: string) => /^(\d+)(?:\.(\d+))?$/.exec(text);
  const [a, b] = [split(rate), split(reference)];
  if (a === null || b === null) return null;
  const places = Math.max(a[2]?.length ?? 0, b[2]?.length ?? 0);
  const whole = (parts: RegExpExecArray) => BigInt((parts[1] ?? '') + (parts[2] ?? '').padEnd(places, '0'));
  const base = whole(b);
  if (base === 0n) return null;
  const hundredths = ((whole(a) - base) * 10_000n) / base;
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  const sign = hundredths < 0n ? '-' : hundredths > 0n ? '+' : '';
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
