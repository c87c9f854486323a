import type { Hold, Order, Requote } from './order.ts';

/** Change of the reserve held for an order: `adjust` makes it equal to `amount`, opening a hold where there is none. */
export type HoldChange =
  | { readonly do: 'keep' }
  | { readonly do: 'void' }
  | { readonly do: 'post' }
  | { readonly do: 'adjust'; readonly amount: bigint }
  | { readonly do: 'adjust_if_possible'; readonly amount: bigint };

export const KEEP = { do: 'keep' } as const satisfies HoldChange;
export const VOID = { do: 'void' } as const satisfies HoldChange;

/** The change that makes the hold equal to the outcome. */
export const holdForOutcome = (hold: Hold | null, next: Order): HoldChange =>
  hold?.amount === next.outcomeAmount ? KEEP : { do: 'adjust', amount: next.outcomeAmount };

/** The largest outcome among the choices of a requote, minor units; zero if only a refund is left. */
export const largestOutcome = (requote: Requote): bigint =>
  requote.options.reduce((largest, option) => (option.outcomeAmount > largest ? option.outcomeAmount : largest), 0n);

/**
 * The change of the hold for a requote ("keep at the smaller"). Until the customer chooses, it never grows. A hold that cannot be made
 * again is dropped.
 */
export function smallerHold(hold: Hold | null, requote: Requote): Exclude<HoldChange, { do: 'adjust' | 'post' }> {
  if (hold === null) return KEEP;
  const amount = largestOutcome(requote);
  if (amount >= hold.amount) return KEEP;
  return amount === 0n ? VOID : { do: 'adjust_if_possible', amount };
}
