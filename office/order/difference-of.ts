import { compare, fraction, type Fraction, fractionFromDecimal } from '#core/money/fraction.ts';
import { deviationPercent } from '#core/money/percent.ts';

export interface Difference {
  /** Decimal text with its sign; `0` where the amounts are equal. */
  readonly amount: string;
  /** Percent of the agreed amount, with its sign. */
  readonly percent: string;
}

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;
const minor = (text: string, scale: number): bigint => {
  const [integer = '0', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(scale, '0'));
};

function signed(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${value < 0n ? '-' : '+'}${digits.slice(0, digits.length - scale)}${scale === 0 || fraction === '' ? '' : `.${fraction}`}`;
}

const isZero = ({ num }: Fraction): boolean => num === 0n;

/** Exact difference between the received amount less `returned` and the agreed amount; null while nothing was received. Decimal texts. */
export function differenceOf(expected: string, received: string, returned: readonly string[]): Difference | null {
  const scale = Math.max(decimals(expected), decimals(received), ...returned.map(decimals));
  const remaining = returned.reduce((rest, amount) => rest - minor(amount, scale), minor(received, scale));
  const agreed = fractionFromDecimal(expected);
  const remainingAmount = fraction(remaining, 10n ** BigInt(scale));
  if (!agreed || isZero(agreed) || minor(received, scale) === 0n) return null;
  if (compare(agreed, remainingAmount) === 0) return { amount: '0', percent: '0' };
  const percent = deviationPercent(remainingAmount, agreed);
  return {
    amount: signed(remaining - minor(expected, scale), scale),
    percent: compare(remainingAmount, agreed) > 0 ? `+${percent}` : percent,
  };
}
