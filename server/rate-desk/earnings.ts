import { formatAmount } from '#core/money/amount.ts';
import { pow10 } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { outcomeFor } from '#core/pricing/convert.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';

const CENTS = 2;

/**
 * Earnings on one exchange at this price, in US cents rounded down: the market value of the income less the amount paid out,
 * before network costs. `outcomeUsd` is the price of one whole unit.
 */
export function earnedCents(price: DirectionPrice, incomeAmount: bigint, outcomeUsd: Fraction): bigint {
  const { income, outcome, reference } = price;
  const worth = (incomeAmount * reference.num * pow10(outcome.scale)) / (reference.den * pow10(income.scale));
  const margin = worth - outcomeFor(price, incomeAmount);
  const num = margin * outcomeUsd.num * pow10(CENTS);
  const den = outcomeUsd.den * pow10(outcome.scale);
  return num >= 0n || num % den === 0n ? num / den : num / den - 1n;
}

export const centsText = (cents: bigint): string => formatAmount(cents, CENTS);
