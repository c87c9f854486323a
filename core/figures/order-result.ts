import { pow10 } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Fee } from '#core/quote.ts';

export interface Exchanged {
  /** What was received and exchanged, in minor units of the income. */
  readonly incomeAmount: bigint;
  /** What was paid out, in minor units of the outcome. */
  readonly outcomeAmount: bigint;
  /** Market price that was agreed upon, outcome per one income in whole units. */
  readonly reference: Fraction;
  readonly fees: readonly Fee[];
  readonly incomeScale: number;
  readonly outcomeScale: number;
}

/** What an exchange has brought before its costs, in minor units of the outcome. */
export interface Brought {
  /** Fees that were named to the customer, the network's included. */
  readonly fees: bigint;
  /** The rest: margin and rounding; negative where more was given than the income was worth. */
  readonly spread: bigint;
}

/** Market value of an income in minor units of the outcome, rounded down. */
const worth = (amount: bigint, { reference, incomeScale, outcomeScale }: Exchanged): bigint =>
  (amount * reference.num * pow10(outcomeScale)) / (reference.den * pow10(incomeScale));

/**
 * What was taken of an income's market value at the price that was agreed upon (domain 11, "The day's figures"). What the market
 * did until the payout is not in it: that is the luck of the reserves, not what the exchange has brought.
 */
export function broughtBy(exchanged: Exchanged): Brought {
  const { incomeAmount, outcomeAmount, fees } = exchanged;
  const named = fees.reduce((sum, { side, amount }) => sum + (side === 'income' ? worth(amount, exchanged) : amount), 0n);
  return { fees: named, spread: worth(incomeAmount, exchanged) - outcomeAmount - named };
}
