import { pow10, stepOf } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { bandOf } from './convert.ts';
import { fixedOutcomeFee, type DirectionPrice } from './direction-price.ts';

const MILLION = 1_000_000n;

/** `market`: value of the income at the market price. The other kinds are deducted from it. */
export type BreakdownKind = 'market' | 'service' | 'slot' | 'fixed' | 'network';

export interface BreakdownItem {
  readonly kind: BreakdownKind;
  /** Minor units of the outcome; deductions are negative. */
  readonly amount: bigint;
}

export interface BreakdownInput {
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  /** Market price of the calculation, outcome per one income in whole units. */
  readonly reference: Fraction;
}

/** Value of an income in minor units of the outcome after each step of the price, rounded down to payable amounts. */
function valuesOf(price: DirectionPrice, { incomeAmount, reference }: BreakdownInput) {
  const { direction, income, outcome, premiumPpm } = price;
  // Fixed fees finer than the payable step would leave more than the rounded values
  const step = fixedOutcomeFee(price) % stepOf(outcome) === 0n ? stepOf(outcome) : 1n;
  const remainderPpm = (ppm: number): bigint => MILLION - BigInt(ppm);
  const remaining = incomeAmount > direction.incomeFeeFixed ? incomeAmount - direction.incomeFeeFixed : 0n;
  const valueOf = (amount: bigint, factors: readonly bigint[]): bigint => {
    const num = factors.reduce((product, factor) => product * factor, amount * reference.num * pow10(outcome.scale));
    const den = reference.den * pow10(income.scale) * MILLION ** BigInt(factors.length) * step;
    return (num / den) * step;
  };
  const ourShares = [remainderPpm(bandOf(price, incomeAmount).marginPpm), remainderPpm(direction.incomeFeePpm)];
  return {
    market: valueOf(incomeAmount, []),
    afterFixed: valueOf(remaining, []),
    afterOurs: valueOf(remaining, ourShares),
    afterSlot: valueOf(remaining, [...ourShares, remainderPpm(premiumPpm)]),
  };
}

/**
 * Parts of an income's market value, minor units of the outcome, summing to it exactly (domain 3). `service`: margin, percentage fees and
 * rounding. Only the market value may be zero.
 */
export function breakdownOf(price: DirectionPrice, amounts: BreakdownInput): readonly BreakdownItem[] {
  const { market, afterFixed, afterOurs, afterSlot } = valuesOf(price, amounts);
  const { direction } = price;
  const slot = afterSlot - afterOurs;
  const fixed = afterFixed - market - direction.outcomeFeeFixed;
  const network = direction.outcomeFeeFixed - fixedOutcomeFee(price);
  const service = amounts.outcomeAmount - market - slot - fixed - network;
  const deductions: readonly BreakdownItem[] = [
    { kind: 'service', amount: service },
    { kind: 'slot', amount: slot },
    { kind: 'fixed', amount: fixed },
    { kind: 'network', amount: network },
  ];
  return [{ kind: 'market', amount: market }, ...deductions.filter((item) => item.amount !== 0n)];
}
