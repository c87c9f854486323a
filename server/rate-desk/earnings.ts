import { formatAmount } from '#core/money/amount.ts';
import { pow10 } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { outcomeFor } from '#core/pricing/convert.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';

const CENTS = 2;

/**
 * What an exchange leaves the shop at this price, in US cents rounded down: what the income is worth at the market less what is paid
 * out, before what the network takes. `outcomeUsd` is for one whole unit.
 */
export function earnedCents(price: DirectionPrice, incomeAmount: bigint, outcomeUsd: Fraction): bigint {
  const { income, outcome, reference } = price;
  const worth = (incomeAmount * reference.num * pow10(outcome.scale)) / (reference.den * pow10(income.scale));
  const kept = worth - outcomeFor(price, incomeAmount);
  const num = kept * outcomeUsd.num * pow10(CENTS);
  const den = outcomeUsd.den * pow10(outcome.scale);
  return num >= 0n || num % den === 0n ? num / den : num / den - 1n;
}

export const centsText = (cents: bigint): string => formatAmount(cents, CENTS);
