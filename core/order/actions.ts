import { movesFrom, type MoveName } from './lifecycle.ts';
import type { Order, RequoteChoice } from './order.ts';
import { firstExchange } from './requote-options.ts';
import { isFinal, type OrderAction, type OrderStatus } from './status.ts';
import { hasMoney, surplusOf } from './surplus.ts';

/** The move that each action of the customer causes. */
const MOVE_OF_ACTION = {
  cancel: 'cancel',
  confirm_payment: 'claim_payment',
  accept_requote: 'accept_requote',
  request_refund: 'refuse_requote',
} as const satisfies Partial<Record<OrderAction, MoveName>>;

const CHEQUE_STATES: readonly OrderStatus[] = ['awaiting_payment', 'payment_claimed', 'moderation'];
const REQUISITES_STATES: readonly OrderStatus[] = ['awaiting_requisites', 'awaiting_payment', 'payment_claimed'];

/** Whether the order offers this choice to the customer now. */
export const offers = (order: Pick<Order, 'status' | 'requote'>, choice: RequoteChoice): boolean =>
  order.status === 'requote' && order.requote?.options.some((option) => option.choice === choice) === true;

/** Whether all money or a surplus is to be returned and its destination is unknown (domain 5, "the rest returned"). */
const needsRefundDestination = (order: Order): boolean =>
  !order.hasRefundDestination && (order.status === 'refund_pending' || surplusOf(order) > 0n);

/** Actions available to the customer now. Those that are moves are read from the table of moves. */
export function customerActions(order: Order): OrderAction[] {
  const moves = movesFrom(order.status, 'customer');
  const actions: OrderAction[] = [];
  for (const [action, move] of Object.entries(MOVE_OF_ACTION) as [keyof typeof MOVE_OF_ACTION, MoveName][]) {
    if (!moves.includes(move)) continue;
    if (action === 'cancel' && hasMoney(order)) continue;
    if (action === 'accept_requote' && (order.requote === null || firstExchange(order.requote) === undefined)) continue;
    if (action === 'request_refund' && order.requote !== null && !offers(order, 'refund')) continue;
    actions.push(action);
  }
  if (CHEQUE_STATES.includes(order.status)) actions.push('send_cheque');
  if (REQUISITES_STATES.includes(order.status) || offers(order, 'top_up')) actions.push('get_requisites');
  if (needsRefundDestination(order)) actions.push('request_refund');
  if (isFinal(order.status)) actions.push('repeat');
  return actions;
}

/**
 * Moves with a button in the office. Other moves of operators follow from a payout, a recorded payment or a card check
 * (`server/card-verifications`).
 */
export const MANUAL_MOVES = [
  'call_off',
  'clear_compliance',
  'refund_from_compliance',
  'moderate_compliance',
  'retry_payout',
  'reject',
  'refund',
] as const satisfies readonly MoveName[];
export type ManualMove = (typeof MANUAL_MOVES)[number];

/** Whether a move has a button in the office. */
export const isManualMove = (move: MoveName): move is ManualMove => (MANUAL_MOVES as readonly MoveName[]).includes(move);

/** The moves that have a button on this order in the office: legal ones only, in the order of the table. */
export const operatorMoves = (order: Order): ManualMove[] =>
  movesFrom(order.status, 'operator')
    .filter(isManualMove)
    .filter((move) => {
      if (move === 'reject' || move === 'call_off') return !hasMoney(order);
      if (move === 'refund' || move === 'refund_from_compliance') return order.creditedAmount > 0n;
      return true;
    });
