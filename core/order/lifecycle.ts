import { lifecycleOf, type Move } from '#core/lifecycle/state-machine.ts';
import type { OrderStatus } from './status.ts';

/** The table of moves of an order. Buttons, database checks, the diagram and the tests read it. No state changes without a row here. */
export const MOVES = {
  create: { row: 'T1', from: ['new'], to: 'awaiting_requisites', by: ['customer'] },
  create_unverified: { row: 'T2', from: ['new'], to: 'awaiting_verification', by: ['customer'] },
  accept_verification: { row: 'T3', from: ['awaiting_verification'], to: 'awaiting_requisites', by: ['operator', 'system'] },
  accept_verification_requote: { row: 'T3', from: ['awaiting_verification'], to: 'requote', by: ['operator'] },
  refuse_verification: { row: 'T4', from: ['awaiting_verification'], to: 'rejected', by: ['operator'] },
  give_requisites: { row: 'T5', from: ['awaiting_requisites'], to: 'awaiting_payment', by: ['system'] },
  fail_requisites: { row: 'T6', from: ['awaiting_requisites'], to: 'cancelled', by: ['system'] },
  claim_payment: { row: 'T7', from: ['awaiting_payment'], to: 'payment_claimed', by: ['customer'] },
  detect_payment: { row: 'T8', from: ['awaiting_payment', 'payment_claimed'], to: 'payment_detected', by: ['provider'] },
  detect_in_moderation: { row: 'T8', from: ['moderation'], to: 'payment_detected', by: ['provider'] },
  lose_payment: {
    row: 'T8',
    from: ['payment_detected', 'requote', 'compliance_hold', 'paid', 'payout_pending', 'payout_failed', 'refund_pending'],
    to: 'moderation',
    by: ['provider'],
  },
  expire: { row: 'T9', from: ['awaiting_payment'], to: 'expired', by: ['system'] },
  expire_verification: { row: 'T9', from: ['awaiting_verification'], to: 'expired', by: ['system'] },
  moderate_claim: { row: 'T10', from: ['payment_claimed'], to: 'moderation', by: ['system'] },
  cancel: { row: 'T11', from: ['awaiting_payment', 'awaiting_requisites', 'awaiting_verification'], to: 'cancelled', by: ['customer'] },
  call_off: { row: 'T11', from: ['awaiting_payment', 'awaiting_requisites', 'awaiting_verification'], to: 'cancelled', by: ['operator'] },
  settle_payment: { row: 'T12', from: ['payment_detected'], to: 'paid', by: ['provider'] },
  confirm_receipt: { row: 'T12', from: ['payment_detected'], to: 'paid', by: ['operator'] },
  hold_for_compliance: { row: 'T13', from: ['payment_detected'], to: 'compliance_hold', by: ['system'] },
  clear_compliance: { row: 'T14', from: ['compliance_hold'], to: 'paid', by: ['operator'] },
  refund_from_compliance: { row: 'T14', from: ['compliance_hold'], to: 'refund_pending', by: ['operator'] },
  moderate_compliance: { row: 'T14', from: ['compliance_hold'], to: 'moderation', by: ['operator'] },
  requote: { row: 'T15', from: ['payment_detected'], to: 'requote', by: ['system'] },
  accept_requote: { row: 'T16', from: ['requote'], to: 'paid', by: ['customer', 'system'] },
  refuse_requote: { row: 'T17', from: ['requote'], to: 'refund_pending', by: ['customer', 'system'] },
  queue_payout: { row: 'T18', from: ['paid'], to: 'payout_pending', by: ['system'] },
  claim_payout: { row: 'T19', from: ['payout_pending'], to: 'payout_sent', by: ['system', 'operator', 'second_operator'] },
  complete: { row: 'T20', from: ['payout_sent'], to: 'completed', by: ['provider', 'operator'] },
  fail_payout: { row: 'T21', from: ['payout_pending', 'payout_sent'], to: 'payout_failed', by: ['provider', 'operator'] },
  retry_payout: { row: 'T21', from: ['payout_failed'], to: 'payout_pending', by: ['operator'] },
  reopen: { row: 'T22', from: ['expired', 'cancelled', 'payment_failed'], to: 'requote', by: ['provider'] },
  decline_payment: { row: 'T23', from: ['awaiting_payment'], to: 'payment_failed', by: ['provider'] },
  reject: { row: 'T24', from: ['moderation'], to: 'rejected', by: ['operator'] },
  refund: { row: 'T25', from: ['paid', 'moderation', 'payout_failed'], to: 'refund_pending', by: ['operator'] },
  complete_refund: { row: 'T26', from: ['refund_pending'], to: 'refunded', by: ['system', 'provider', 'operator'] },
} as const satisfies Record<string, Move<OrderStatus>>;

export type MoveName = keyof typeof MOVES;

export const ORDER_LIFECYCLE = lifecycleOf<MoveName, OrderStatus>(MOVES);
export const { names: MOVE_NAMES, isLegal, movesFrom, targetOf } = ORDER_LIFECYCLE;

/** Moves that create an order. */
export type CreationMove = { [M in MoveName]: (typeof MOVES)[M]['from'][number] extends 'new' ? M : never }[MoveName];
/** Moves of an existing order. */
export type StepName = Exclude<MoveName, CreationMove>;

/** Whether a move creates an order. */
export const isCreationMove = (name: MoveName): name is CreationMove => movesFrom('new').includes(name);
