import { lifecycleOf, type Move } from '#core/lifecycle/state-machine.ts';
import { isFinal, type OrderStatus } from '#core/order/status.ts';

/** States of a withdrawal of earnings (domain 5, T27-T29) and of its payout. They are order states, as withdrawals are listed among orders. */
export const WITHDRAWAL_STATUSES = [
  'awaiting_confirmation',
  'payout_pending',
  'payout_sent',
  'payout_failed',
  'completed',
  'expired',
  'cancelled',
] as const satisfies readonly OrderStatus[];
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** Whether the state of a withdrawal is final. */
export const isWithdrawalFinal = (status: WithdrawalStatus): boolean => isFinal(status);

/** The table of moves of a withdrawal. */
export const WITHDRAWAL_MOVES = {
  request: { row: 'T27', from: ['new'], to: 'awaiting_confirmation', by: ['customer'] },
  confirm: { row: 'T28', from: ['awaiting_confirmation'], to: 'payout_pending', by: ['customer'] },
  expire: { row: 'T29', from: ['awaiting_confirmation'], to: 'expired', by: ['system'] },
  cancel: { row: 'T29', from: ['awaiting_confirmation'], to: 'cancelled', by: ['customer'] },
  release: { row: 'T28', from: ['payout_pending'], to: 'payout_pending', by: ['system', 'operator'] },
  stop: { row: 'T29', from: ['payout_pending'], to: 'cancelled', by: ['customer', 'operator'] },
  hold: { row: 'T28', from: ['payout_pending'], to: 'payout_pending', by: ['operator'] },
  let_go: { row: 'T28', from: ['payout_pending'], to: 'payout_pending', by: ['operator'] },
  claim_payout: { row: 'T19', from: ['payout_pending'], to: 'payout_sent', by: ['system', 'operator'] },
  complete: { row: 'T20', from: ['payout_sent'], to: 'completed', by: ['provider', 'operator'] },
  fail_payout: { row: 'T21', from: ['payout_pending', 'payout_sent'], to: 'payout_failed', by: ['provider', 'operator'] },
  retry_payout: { row: 'T21', from: ['payout_failed'], to: 'payout_pending', by: ['operator'] },
  return_to_purse: { row: 'T25', from: ['payout_failed'], to: 'cancelled', by: ['operator'] },
} as const satisfies Record<string, Move<WithdrawalStatus>>;

export type WithdrawalMoveName = keyof typeof WITHDRAWAL_MOVES;
/** Moves of an existing withdrawal. */
export type WithdrawalStep = Exclude<WithdrawalMoveName, 'request'>;

export const WITHDRAWAL_LIFECYCLE = lifecycleOf<WithdrawalMoveName, WithdrawalStatus>(WITHDRAWAL_MOVES);
