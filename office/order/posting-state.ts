import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { hasRailReport } from './has-rail-report.ts';

type Deposit = OfficeOrderAttributes['deposits'][number];
type DepositFacts = Pick<Deposit, 'posted_at' | 'state' | 'rail' | 'beyond_rail'>;

/** Whether a deposit is posted, as a key of `office.order`. A failed or reverted deposit will not be posted again. */
export function postingState(
  deposit: DepositFacts,
  deposits: readonly Deposit[],
): 'posted' | 'posted_no_more' | 'posted_by_rail' | 'not_posted' {
  if (deposit.posted_at !== null) return 'posted';
  if (deposit.state === 'failed' || deposit.state === 'reverted') return 'posted_no_more';
  const isEvidence = deposit.rail === 'operator' && !deposit.beyond_rail && hasRailReport({ deposits });
  return isEvidence ? 'posted_by_rail' : 'not_posted';
}
