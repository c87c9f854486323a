import type { Hold, Order, Requote } from './order.ts';

/** What happens to the promised reserve: `adjust` makes the hold equal to `amount` (opening one when there is none). */
export type HoldChange =
  | { readonly do: 'keep' }
  | { readonly do: 'void' }
  | { readonly do: 'post' }
  | { readonly do: 'adjust'; readonly amount: bigint }
  | { readonly do: 'adjust_if_possible'; readonly amount: bigint };

export const KEEP = { do: 'keep' } as const satisfies HoldChange;
export const VOID = { do: 'void' } as const satisfies HoldChange;

/** The hold at what the order comes to, whatever it was: a new amount needs a new promise. */
export const promiseOutcome = (hold: Hold | null, next: Order): HoldChange =>
  hold?.amount === next.outcomeAmount ? KEEP : { do: 'adjust', amount: next.outcomeAmount };

/** What a requote may still come to: the largest outcome that the customer can choose; zero where only a refund is left. */
export const promisedBy = (requote: Requote): bigint =>
  requote.options.reduce((most, option) => (option.outcomeAmount > most ? option.outcomeAmount : most), 0n);

/**
 * "Keep at the smaller": a requote never promises more than the first agreement did before the customer chose. A promise
 * that cannot be made again is given up: money that came is never refused because of it.
 */
export function smallerHold(hold: Hold | null, requote: Requote): Exclude<HoldChange, { do: 'adjust' | 'post' }> {
  if (hold === null) return KEEP;
  const wanted = promisedBy(requote);
  if (wanted >= hold.amount) return KEEP;
  return wanted === 0n ? VOID : { do: 'adjust_if_possible', amount: wanted };
}
