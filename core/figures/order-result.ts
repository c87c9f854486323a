import { pow10 } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Fee } from '#core/order/quote.ts';

export interface ExchangeFacts {
  /** Received and exchanged amount, in minor units of the income. */
  readonly incomeAmount: bigint;
  /** Paid amount, in minor units of the outcome. */
  readonly outcomeAmount: bigint;
  /** The agreed market price, outcome per one income in whole units. */
  readonly reference: Fraction;
  readonly fees: readonly Fee[];
  readonly incomeScale: number;
  readonly outcomeScale: number;
}

/** Gross result of an exchange, in minor units of the outcome. */
export interface ExchangeResult {
  /** Fees that were named to the customer, the network fee included. */
  readonly fees: bigint;
  /** Margin and rounding; negative where the outcome was worth more than the income. */
  readonly spread: bigint;
}

/** Market value of an income in minor units of the outcome, rounded down. */
const worth = (amount: bigint, { reference, incomeScale, outcomeScale }: ExchangeFacts): bigint =>
  (amount * reference.num * pow10(outcomeScale)) / (reference.den * pow10(incomeScale));

/**
 * Gross result of an exchange at the agreed market price (domain 11, "The day's figures"). Excludes market movements until the payout:
 * those are gains or losses of the reserves.
 */
export function exchangeResult(facts: ExchangeFacts): ExchangeResult {
  const { incomeAmount, outcomeAmount, fees } = facts;
  const namedFees = fees.reduce((sum, { side, amount }) => sum + (side === 'income' ? worth(amount, facts) : amount), 0n);
  return { fees: namedFees, spread: worth(incomeAmount, facts) - outcomeAmount - namedFees };
}
