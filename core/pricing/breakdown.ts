import { pow10, stepOf } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { bandOf } from './convert.ts';
import { fixedOutcomeFee, type DirectionPrice } from './direction-price.ts';

const MILLION = 1_000_000n;

/** `market`: what the income is worth at the market price. The rest is taken from it. */
export type BreakdownKind = 'market' | 'service' | 'slot' | 'fixed' | 'network';

export interface BreakdownLine {
  readonly kind: BreakdownKind;
  /** Minor units of the outcome; what is taken is negative. */
  readonly amount: bigint;
}

export interface BrokenDown {
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  /** Market price that the amounts were made at, outcome per one income in whole units. */
  readonly reference: Fraction;
}

/** Value of an income in minor units of the outcome after each step of the price, every one rounded down to what can be paid out. */
function valuesOf(price: DirectionPrice, { incomeAmount, reference }: BrokenDown) {
  const { direction, income, outcome, premiumPpm } = price;
  // Fixed fees finer than what can be paid out would leave more than the rounded values have
  const step = fixedOutcomeFee(price) % stepOf(outcome) === 0n ? stepOf(outcome) : 1n;
  const keptOf = (ppm: number): bigint => MILLION - BigInt(ppm);
  const left = incomeAmount > direction.incomeFeeFixed ? incomeAmount - direction.incomeFeeFixed : 0n;
  const worth = (amount: bigint, kept: readonly bigint[]): bigint => {
    const num = kept.reduce((product, one) => product * one, amount * reference.num * pow10(outcome.scale));
    const den = reference.den * pow10(income.scale) * MILLION ** BigInt(kept.length) * step;
    return (num / den) * step;
  };
  const ours = [keptOf(bandOf(price, incomeAmount).marginPpm), keptOf(direction.incomeFeePpm)];
  return {
    market: worth(incomeAmount, []),
    afterFixed: worth(left, []),
    afterOurs: worth(left, ours),
    afterSlot: worth(left, [...ours, keptOf(premiumPpm)]),
  };
}

/**
 * What becomes of the market value of an income (domain 3: every fee in money): lines in minor units of the outcome whose sum is the
 * outcome to the last unit. Our fee is margin and percentages with the rounding of the rate; the slot's surcharge, fixed fees and the
 * network's stand apart. Lines of nothing are left out, but for the market value.
 */
export function breakdownOf(price: DirectionPrice, amounts: BrokenDown): readonly BreakdownLine[] {
  const { market, afterFixed, afterOurs, afterSlot } = valuesOf(price, amounts);
  const { direction } = price;
  const slot = afterSlot - afterOurs;
  const fixed = afterFixed - market - direction.outcomeFeeFixed;
  const network = direction.outcomeFeeFixed - fixedOutcomeFee(price);
  const service = amounts.outcomeAmount - market - slot - fixed - network;
  const taken: readonly BreakdownLine[] = [
    { kind: 'service', amount: service },
    { kind: 'slot', amount: slot },
    { kind: 'fixed', amount: fixed },
    { kind: 'network', amount: network },
  ];
  return [{ kind: 'market', amount: market }, ...taken.filter((line) => line.amount !== 0n)];
}
