import { pow10 } from './decimals.ts';
import { fraction, type Fraction } from './fraction.ts';

const NUMBER = /^(\d{1,40})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** A number as rate sources write it, exactly: `97250.5`, `1e-8`. Undefined for anything else, negative numbers included. */
export function readDecimal(text: unknown): Fraction | undefined {
  const match = typeof text === 'string' ? NUMBER.exec(text.trim()) : null;
  if (!match) return undefined;
  const [, whole = '', decimals = '', exponent = '0'] = match;
  const shift = Number(exponent) - decimals.length;
  const digits = BigInt(whole + decimals);
  return shift >= 0 ? fraction(digits * pow10(shift), 1n) : fraction(digits, pow10(-shift));
}

/** Parses JSON with numbers kept as their source text: a price never becomes a float. */
export const parseExactJson = (text: string): unknown =>
  JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  );
