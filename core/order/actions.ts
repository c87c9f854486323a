import { movesFrom, type MoveName } from './lifecycle.ts';
import type { Order, RequoteChoice } from './order.ts';
import { firstExchange } from './requote-options.ts';
import { isFinal, type OrderAction, type OrderStatus } from './status.ts';
import { hasMoney, surplusOf } from './surplus.ts';

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
    if (action === 'cancel' && hasMoney(order)) continue;
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

/** The operator's buttons. His other moves follow from a payout, from what he says he saw, or from what he says of a card (`server/card-verifications`). */
export const HAND_MOVES = [
  'call_off',
  'clear_compliance',
  'refund_from_compliance',
  'moderate_compliance',
  'retry_payout',
  'reject',
  'refund',
] as const satisfies readonly MoveName[];
export type HandMove = (typeof HAND_MOVES)[number];

/** Whether a move is made by pressing its button. */
export const isMadeByHand = (move: MoveName): move is HandMove => (HAND_MOVES as readonly MoveName[]).includes(move);

/** The operator's buttons of one order: legal moves only, in the order of the table. */
export const operatorMoves = (order: Order): HandMove[] =>
  movesFrom(order.status, 'operator')
    .filter(isMadeByHand)
    .filter((move) => {
      if (move === 'reject' || move === 'call_off') return !hasMoney(order);
      if (move === 'refund' || move === 'refund_from_compliance') return order.creditedAmount > 0n;
      return true;
    });
