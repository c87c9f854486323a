import { isOperatorMove, mayMove, OPERATOR_MOVES, type OperatorMove } from '#core/access/access.ts';
import { operatorMoves } from '#core/order/actions.ts';
import { targetOf } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';

export interface OfferedMove {
  readonly move: OperatorMove;
  readonly to: OrderStatus;
  readonly note: 'required' | 'optional';
}

/** The moves this order allows and this role may make. Checked again when one is made. */
export const offeredMoves = (order: Order, role: string): OfferedMove[] =>
  operatorMoves(order)
    .filter(isOperatorMove)
    .filter((move) => mayMove(role, move))
    .map((move) => ({ move, to: targetOf(move), note: OPERATOR_MOVES[move].note }));
