import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { railHasSpoken } from './rail-has-spoken.ts';

type Deposit = OfficeOrderAttributes['deposits'][number];
type Known = Pick<Deposit, 'posted_at' | 'state' | 'rail' | 'beyond_rail'>;

/** How a report stands in the books, as a word of `office.order`. What is gone will not be booked any more; it may have been. */
export function bookedAs(deposit: Known, deposits: readonly Deposit[]): 'posted' | 'posted_no_more' | 'posted_by_rail' | 'not_posted' {
  if (deposit.posted_at !== null) return 'posted';
  if (deposit.state === 'failed' || deposit.state === 'reverted') return 'posted_no_more';
  const isEvidence = deposit.rail === 'operator' && !deposit.beyond_rail && railHasSpoken({ deposits });
  return isEvidence ? 'posted_by_rail' : 'not_posted';
}
