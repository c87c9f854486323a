import { movesFrom, type MoveName } from './lifecycle.ts';
import type { Order, RequoteChoice } from './order.ts';
import { firstExchange } from './requote-options.ts';
import { isFinal, type OrderAction, type OrderStatus } from './status.ts';
import { surplusOf } from './surplus.ts';

/** The customer's actions that are moves, by the move they cause. */
const ACTION_MOVE = {
  cancel: 'cancel',
  confirm_payment: 'claim_payment',
  accept_requote: 'accept_requote',
  request_refund: 'refuse_requote',
} as const satisfies Partial<Record<OrderAction, MoveName>>;

const CHEQUE_STATES: readonly OrderStatus[] = ['awaiting_payment', 'payment_claimed', 'moderation'];
const REQUISITES_STATES: readonly OrderStatus[] = ['awaiting_requisites', 'awaiting_payment', 'payment_claimed'];

/** Whether this is among what the customer may choose now. */
export const offers = (order: Pick<Order, 'status' | 'requote'>, choice: RequoteChoice): boolean =>
  order.status === 'requote' && order.requote?.options.some((option) => option.choice === choice) === true;

/** Money goes back, all of it or what came beyond the agreement, and only the customer knows where to (domain 5, "the rest returned"). */
const lacksDestination = (order: Order): boolean =>
  !order.hasRefundDestination && (order.status === 'refund_pending' || surplusOf(order) > 0n);

/** What the customer may do now, read from the table of moves. */
export function customerActions(order: Order): OrderAction[] {
  const moves = movesFrom(order.status, 'customer');
  const actions: OrderAction[] = [];
  for (const [action, move] of Object.entries(ACTION_MOVE) as [keyof typeof ACTION_MOVE, MoveName][]) {
    if (!moves.includes(move)) continue;
    if (action === 'cancel' && order.receivedAmount > 0n) continue;
    if (action === 'accept_requote' && (order.requote === null || firstExchange(order.requote) === undefined)) continue;
    if (action === 'request_refund' && order.requote !== null && !offers(order, 'refund')) continue;
    actions.push(action);
  }
  if (CHEQUE_STATES.includes(order.status)) actions.push('send_cheque');
  if (REQUISITES_STATES.includes(order.status) || offers(order, 'top_up')) actions.push('get_requisites');
  if (lacksDestination(order)) actions.push('request_refund');
  if (isFinal(order.status)) actions.push('repeat');
  return actions;
}

/** Moves whose reason the customer reads on his order; who must give one is told by `OPERATOR_MOVES` of `core/access.ts`. */
export const MOVES_TOLD_WITH_REASON: readonly MoveName[] = [
  'refuse_verification',
  'refund_from_compliance',
  'moderate_compliance',
  'reject',
  'refund',
];

/** Moves an operator never makes by hand although the table names him: they follow from a payout, or from what he says he saw. */
const MADE_BY_FACTS: readonly MoveName[] = ['claim_payout', 'complete', 'fail_payout', 'complete_refund', 'confirm_receipt'];

/** The operator's buttons: legal moves only, in the order of the table. */
export const operatorMoves = (order: Order): MoveName[] =>
  movesFrom(order.status, 'operator').filter((move) => {
    if (MADE_BY_FACTS.includes(move)) return false;
    if (move === 'reject') return order.receivedAmount === 0n;
    if (move === 'refund' || move === 'refund_from_compliance') return order.creditedAmount > 0n;
    return true;
  });
