import { absolute } from './bigint.ts';
import { type Decimals, pow10 } from './decimals.ts';
import type { Refusal } from '#core/refusal.ts';

/** Why a text is not an amount. */
export type AmountTextProblem = 'not_a_number' | 'too_many_decimals' | 'too_long';

export type ParsedAmount = { readonly ok: true; readonly minor: bigint } | { readonly ok: false; readonly problem: AmountTextProblem };

const MAX_WHOLE_DIGITS = 24;
const GROUP_MARKS = /[ \u00A0\u2009\u202F]/g;
const GROUPED = /^\d{1,3}([ \u00A0\u2009\u202F]\d{3})+$/;
const PLAIN = /^\d+$/;

/**
 * Parses an amount into minor units, the only conversion of text to money (domain 2). Refuses signs, exponents, digits of other scripts,
 * excess decimals and more than 24 whole digits.
 */
export function parseAmount(text: string, decimals: Decimals): ParsedAmount {
  if (text.length > 80) return { ok: false, problem: 'too_long' };
  // One dot or comma, group spaces and a trailing separator (spec 3)
  const parts = text.trim().split(/[.,]/);
  if (parts.length > 2) return { ok: false, problem: 'not_a_number' };
  const [wholeText = '', fraction = ''] = parts;
  const isWhole = PLAIN.test(wholeText) || GROUPED.test(wholeText);
  const startsWithSeparator = wholeText === '' && fraction !== '';
  if (!(isWhole || startsWithSeparator)) return { ok: false, problem: 'not_a_number' };
  if (fraction !== '' && !PLAIN.test(fraction)) return { ok: false, problem: 'not_a_number' };
  if (fraction.replace(/0+$/, '').length > decimals.precision) return { ok: false, problem: 'too_many_decimals' };
  const whole = wholeText.replace(GROUP_MARKS, '').replace(/^0+(?=\d)/, '');
  if (whole.length > MAX_WHOLE_DIGITS) return { ok: false, problem: 'too_long' };
  const padded = fraction.slice(0, decimals.scale).padEnd(decimals.scale, '0');
  return { ok: true, minor: BigInt((whole === '' ? '0' : whole) + padded) };
}

const ZERO = '0'.charCodeAt(0);

/** Minor units as the canonical decimal string of the API: a dot, no group marks, no trailing zeros, a minus for negative amounts. */
export function formatAmount(minor: bigint, scale: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = absolute(minor)
    .toString()
    .padStart(scale + 1, '0');
  const point = digits.length - scale;
  // A loop instead of a regular expression, which would dominate the cost of a rate file with a hundred thousand amounts
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  const whole = sign + digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}

/** No asset has a supply of more whole digits. A larger amount was misread or mistyped. */
const MAX_PLAUSIBLE_DIGITS = 15;

/** Whether an amount in minor units at `scale` can exist at all; its sign is ignored. */
export const isPlausibleAmount = (minor: bigint, scale: number): boolean => absolute(minor) < pow10(MAX_PLAUSIBLE_DIGITS + scale);

const PROBLEM_MESSAGES: Readonly<Record<AmountTextProblem, string>> = {
  not_a_number: 'invalid_amount',
  too_many_decimals: 'amount_decimals',
  too_long: 'amount_too_long',
};

/** The message of a refused amount text. It names the currency and its decimals, not the limits. */
export const amountTextMessage = (
  problem: AmountTextProblem,
  { currency, precision }: { readonly currency: string; readonly precision: number },
): Required<Pick<Refusal, 'message' | 'params'>> => ({ message: PROBLEM_MESSAGES[problem], params: { currency, decimals: precision } });
