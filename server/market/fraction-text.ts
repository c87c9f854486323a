import * as z from 'zod';
import { fraction, type Fraction } from '#core/money/fraction.ts';

/** `num/den` of a positive fraction, the format of stored prices. */
export const FractionText = z.string().transform((text, context): Fraction => {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const [num, den] = [match?.[1], match?.[2]];
  if (num === undefined || den === undefined || BigInt(den) === 0n || BigInt(num) === 0n) {
    context.issues.push({ code: 'custom', message: 'not a positive num/den', input: text });
    return z.NEVER;
  }
  return fraction(BigInt(num), BigInt(den));
});

export const fractionText = (value: Fraction): string => `${value.num}/${value.den}`;
