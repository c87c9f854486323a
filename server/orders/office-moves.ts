import { OPERATOR_MOVES, type OperatorMove, operatorMovesFrom } from '#core/access.ts';
import { targetOf } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';

export interface OfferedMove {
  readonly move: OperatorMove;
  readonly to: OrderStatus;
  readonly note: 'required' | 'optional';
}

const always = () => true;
/** Conditions beyond the table that make a button pointless, read from the same facts that the decision reads. */
const CONDITIONS: Readonly<Partial<Record<OperatorMove, (order: Order) => boolean>>> = {
  reject: (order) => order.receivedAmount === 0n,
  refund: (order) => order.creditedAmount > 0n,
  refund_from_compliance: (order) => order.creditedAmount > 0n,
};

/** The buttons of one order for one role: legal by the table, permitted by the role, possible by the money. The decision is asked again when one is pressed. */
export const offeredMoves = (order: Order, role: string): OfferedMove[] =>
  operatorMovesFrom(order.status, role)
    .filter((move) => (CONDITIONS[move] ?? always)(order))
    .map((move) => ({ move, to: targetOf(move), note: OPERATOR_MOVES[move].note }));
