import { compare, fraction, type Fraction, fractionFromDecimal } from '#core/money/fraction.ts';
import { deviationPercent } from '#core/pricing/deviation.ts';

export interface Difference {
  /** Decimal text with its sign; `0` where nothing differs. */
  readonly amount: string;
  /** In per cent of what was agreed, with its sign. */
  readonly percent: string;
}

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;
const minor = (text: string, scale: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
};

function signed(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${value < 0n ? '-' : '+'}${digits.slice(0, digits.length - scale)}${scale === 0 || fraction === '' ? '' : `.${fraction}`}`;
}

const isZero = ({ num }: Fraction): boolean => num === 0n;

/** How far what came and has not `gone` again is from what was agreed, exactly; null while nothing came. Decimal texts of the wire. */
export function differenceOf(expected: string, received: string, gone: readonly string[]): Difference | null {
  const scale = Math.max(decimals(expected), decimals(received), ...gone.map(decimals));
  const stands = gone.reduce((left, amount) => left - minor(amount, scale), minor(received, scale));
  const agreed = fractionFromDecimal(expected);
  const came = fraction(stands, 10n ** BigInt(scale));
  if (!agreed || isZero(agreed) || minor(received, scale) === 0n) return null;
  if (compare(agreed, came) === 0) return { amount: '0', percent: '0' };
  const percent = deviationPercent(came, agreed);
  return {
    amount: signed(stands - minor(expected, scale), scale),
    percent: compare(came, agreed) > 0 ? `+${percent}` : percent,
  };
}
