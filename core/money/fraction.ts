import { pow10 } from './decimals.ts';

/** An exact non-negative number, for rates and percentages. `den` is positive. */
export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** A reduced fraction. Throws if the denominator is not positive or the numerator is negative, which is a fault. */
export function fraction(num: bigint, den: bigint): Fraction {
  if (den <= 0n || num < 0n) throw new RangeError('a fraction needs num >= 0 and den > 0');
  const d = gcd(num, den);
  return { num: num / d, den: den / d };
}

export const ONE: Fraction = { num: 1n, den: 1n };
export const ZERO: Fraction = { num: 0n, den: 1n };

export const multiply = (a: Fraction, b: Fraction): Fraction => fraction(a.num * b.num, a.den * b.den);
export const divide = (a: Fraction, b: Fraction): Fraction => fraction(a.num * b.den, a.den * b.num);
export const subtract = (a: Fraction, b: Fraction): Fraction => fraction(a.num * b.den - b.num * a.den, a.den * b.den);
export const add = (a: Fraction, b: Fraction): Fraction => fraction(a.num * b.den + b.num * a.den, a.den * b.den);
export const invert = (a: Fraction): Fraction => fraction(a.den, a.num);

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export const compare = (a: Fraction, b: Fraction): number => {
  const left = a.num * b.den;
  const right = b.num * a.den;
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Parts per million as a fraction (10 000 = 1 %). Settings have margins, fees and tolerances in this unit. */
export const fromPpm = (ppm: number): Fraction => fraction(BigInt(ppm), 1_000_000n);

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/** A decimal text such as `97250.5` as an exact fraction. Undefined if it is not a plain non-negative decimal. */
export function fractionFromDecimal(text: string): Fraction | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, whole = '0', decimals = ''] = match;
  return fraction(BigInt(whole + decimals), pow10(decimals.length));
}

/** A whole number times a fraction, rounded down. */
export const timesDown = (whole: bigint, by: Fraction): bigint => (whole * by.num) / by.den;

/** A whole number times a fraction, rounded up. */
export const timesUp = (whole: bigint, by: Fraction): bigint => (whole * by.num + by.den - 1n) / by.den;

/** Decimal text with at most `digits` significant digits, rounded down, without trailing zeros. For display only. */
export function toSignificant(value: Fraction, digits: number): string {
  if (value.num === 0n) return '0';
  const whole = value.num / value.den;
  const wholeDigits = whole === 0n ? 0 : whole.toString().length;
  let decimals = Math.max(0, digits - wholeDigits);
  if (whole === 0n) {
    let scaled = value.num * 10n;
    while (scaled < value.den && decimals < 60) {
      decimals += 1;
      scaled *= 10n;
    }
  }
  const scaled = (value.num * pow10(decimals)) / value.den;
  const text = scaled.toString().padStart(decimals + 1, '0');
  const head = text.slice(0, text.length - decimals);
  const tail = text.slice(text.length - decimals).replace(/0+$/, '');
  return tail === '' ? head : `${head}.${tail}`;
}

const NUMBER = /^(\d{1,40})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** A number as rate sources write it (`97250.5`, `1e-8`), exactly. Undefined for anything else, negative numbers included. */
export function readDecimal(text: unknown): Fraction | undefined {
  const match = typeof text === 'string' ? NUMBER.exec(text.trim()) : null;
  if (!match) return undefined;
  const [, whole = '', decimals = '', exponent = '0'] = match;
  const shift = Number(exponent) - decimals.length;
  const digits = BigInt(whole + decimals);
  return shift >= 0 ? fraction(digits * pow10(shift), 1n) : fraction(digits, pow10(-shift));
}
