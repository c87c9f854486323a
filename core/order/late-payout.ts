import type { MessageFacts } from './order-message.ts';

/** What a late payout waits for. `failed`: an operator decides what follows; `sent`: its network or bank; `preparing`: none of the others. */
export const LATE_REASONS = ['look_amount', 'look_check', 'with_people', 'failed', 'sent', 'preparing'] as const;
export type LateReason = (typeof LATE_REASONS)[number];

/** Why a payout is late, for its customer. */
export function lateReason({
  status,
  reviewReason,
  isPaidByPeople,
}: Pick<MessageFacts, 'status' | 'reviewReason' | 'isPaidByPeople'>): LateReason {
  if (status === 'payout_failed') return 'failed';
  if (reviewReason !== null) return `look_${reviewReason}`;
  if (status !== 'payout_sent') return 'preparing';
  return isPaidByPeople ? 'with_people' : 'sent';
}
