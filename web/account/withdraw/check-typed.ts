import type { PurseAttributes } from '#contract/payouts.ts';
import { parseAmount } from '#core/money/amount.ts';
import { PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';

const CENTS = { scale: PURSE_SCALE, precision: PURSE_SCALE };

/** What of the typed amount stands in the way of a withdrawal; `to`: the least or the most that can be taken out. */
export type AmountProblem = { readonly kind: 'unreadable' } | { readonly kind: 'least' | 'most'; readonly to: string };

interface Bounds extends Pick<PurseAttributes, 'min_amount' | 'available_amount'> {
  /** The most that the chosen system pays out at once. */
  readonly max_amount?: string | undefined;
}

/** What is wrong with an amount as it is typed; undefined while nothing is. */
export function amountProblem(
  text: string,
  { min_amount: least, available_amount: available, max_amount: most }: Bounds,
): AmountProblem | undefined {
  if (text.trim() === '') return undefined;
  const amount = parseAmount(text, CENTS);
  if (!amount.ok) return { kind: 'unreadable' };
  const isOver = (bound: string | undefined): boolean => {
    const parsed = bound === undefined ? undefined : parseAmount(bound, CENTS);
    return parsed?.ok === true && amount.minor > parsed.minor;
  };
  if (isOver(available)) return { kind: 'most', to: available };
  if (most !== undefined && isOver(most)) return { kind: 'most', to: most };
  const lower = parseAmount(least, CENTS);
  return lower.ok && amount.minor < lower.minor ? { kind: 'least', to: least } : undefined;
}
