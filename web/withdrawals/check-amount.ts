import type { PurseAttributes } from '#contract/account/payouts.ts';
import { parseAmount } from '#core/money/amount.ts';
import { PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';

const CENTS = { scale: PURSE_SCALE, precision: PURSE_SCALE };

/** Why an amount cannot be withdrawn; `to`: the minimum or maximum, in dollars. */
export type AmountProblem = { readonly kind: 'unreadable' } | { readonly kind: 'least' | 'most'; readonly to: string };

interface Limits extends Pick<PurseAttributes, 'min_amount' | 'available_amount'> {
  /** Maximum of the chosen system per payout. */
  readonly max_amount?: string | undefined;
}

/** Problem of an amount as typed; undefined: none, or nothing is typed. */
export function amountProblem(
  text: string,
  { min_amount: minAmount, available_amount: availableAmount, max_amount: maxAmount }: Limits,
): AmountProblem | undefined {
  if (text.trim() === '') return undefined;
  const amount = parseAmount(text, CENTS);
  if (!amount.ok) return { kind: 'unreadable' };
  const isOver = (limit: string | undefined): boolean => {
    const parsed = limit === undefined ? undefined : parseAmount(limit, CENTS);
    return parsed?.ok === true && amount.minor > parsed.minor;
  };
  if (isOver(availableAmount)) return { kind: 'most', to: availableAmount };
  if (maxAmount !== undefined && isOver(maxAmount)) return { kind: 'most', to: maxAmount };
  const minimum = parseAmount(minAmount, CENTS);
  return minimum.ok && amount.minor < minimum.minor ? { kind: 'least', to: minAmount } : undefined;
}
