import { pow10, stepOf } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { bandOf } from './convert.ts';
import { fixedOutcomeFee, type DirectionPrice } from './direction-price.ts';

const MILLION = 1_000_000n;

/** `market` is the value of the income at the market price. The other kinds are deducted from it; `slot` is the surcharge of a slot. */
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
  // A fixed fee that is not a multiple of the payable step would leave a remainder after rounding, so minor units are used then
  const step = fixedOutcomeFee(price) % stepOf(outcome) === 0n ? stepOf(outcome) : 1n;
  const remainderPpm = (ppm: number): bigint => MILLION - BigInt(ppm);
  const remaining = incomeAmount > direction.incomeFeeFixed ? incomeAmount - direction.incomeFeeFixed : 0n;
  // The market value of an income after factors in parts per million, multiplied before the one rounding
  const valueOf = (amount: bigint, factorsPpm: readonly bigint[]): bigint => {
    const num = factorsPpm.reduce((product, factor) => product * factor, amount * reference.num * pow10(outcome.scale));
    const den = reference.den * pow10(income.scale) * MILLION ** BigInt(factorsPpm.length) * step;
    return (num / den) * step;
  };
  const afterServiceFees = [remainderPpm(bandOf(price, incomeAmount).marginPpm), remainderPpm(direction.incomeFeePpm)];
  return {
    market: valueOf(incomeAmount, []),
    afterFixed: valueOf(remaining, []),
    afterService: valueOf(remaining, afterServiceFees),
    afterSlot: valueOf(remaining, [...afterServiceFees, remainderPpm(premiumPpm)]),
  };
}

/**
 * The parts of an outcome in minor units, which sum to it exactly (domain 3). `service` contains margin, percentage fees and rounding.
 * Deductions of zero are left out.
 */
export function breakdownOf(price: DirectionPrice, amounts: BreakdownInput): readonly BreakdownItem[] {
  const { market, afterFixed, afterService, afterSlot } = valuesOf(price, amounts);
  const { direction } = price;
  const slot = afterSlot - afterService;
  const fixed = afterFixed - market - direction.outcomeFeeFixed;
  // `fixedOutcomeFee` is the direction's own fixed fee plus the network fee
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
