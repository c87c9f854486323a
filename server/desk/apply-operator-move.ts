import { type HandMove, isMadeByHand, operatorMoves } from '#core/order/actions.ts';
import { isLegal, type MoveName, targetOf } from '#core/order/lifecycle.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isContradicted } from '#server/payouts/by-hand/find-contradiction.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import type { Cause } from '#core/order/cause.ts';
import type { Deps } from '#server/deps.ts';
import { keptOf } from './refund-fee.ts';
import { lockHeldOrder } from '#server/orders/lock-held-order.ts';

export interface OperatorMove {
  readonly orderId: string;
  readonly move: MoveName;
  readonly note: string | undefined;
  /** The version the operator saw: he never acts on what he has not seen. */
  readonly version: number;
  readonly operator: { readonly id: string };
  /** Of a refund: how much goes back; undefined: all of it. */
  readonly refundAmount?: string | undefined;
}

export type OperatorMoveRefusal =
  | 'not_found'
  | 'order_state_conflict'
  | 'lease_held'
  | 'required'
  | 'has_no_reserves'
  | 'not_allowed_amount'
  | 'invalid_format';

/** Moves after which the machine sends money that an earlier attempt may have sent. */
const PAYS_AGAIN: ReadonlySet<HandMove> = new Set(['retry_payout', 'refund']);

const isRefund = (move: HandMove): move is 'refund' | 'refund_from_compliance' => move === 'refund' || move === 'refund_from_compliance';

/** An operator's button: only legal moves, only on the version he saw, only while he holds the lease; with an audit line. */
export async function applyOperatorMove(
  deps: MoveDeps & Pick<Deps, 'shop'>,
  tx: Tx,
  input: OperatorMove,
): Promise<Result<{ id: string; version: number }, OperatorMoveRefusal>> {
  const held = await lockHeldOrder(deps, tx, { orderId: input.orderId, version: input.version, operatorId: input.operator.id });
  if (!held.ok) return held;
  const order = held.value;
  const { move, note = null } = input;
  if (isMadeByHand(move) && isRefund(move) && order.creditedAmount === 0n && isLegal(move, order.status, 'operator'))
    return refuse({ code: 'order_state_conflict', message: 'nothing_to_refund' });
  if (!isMadeByHand(move) || !operatorMoves(order).includes(move)) return refuse({ code: 'order_state_conflict' });
  if (PAYS_AGAIN.has(move) && (await isContradicted(tx, order.id)))
    return refuse({ code: 'order_state_conflict', message: 'payout_contradicted' });
  const kept = keptOf(deps, order, input.refundAmount);
  if (!kept.ok) return kept;
  const made = { by: 'operator', now: deps.clock.now(), note } as const;
  const cause: Cause = isRefund(move) ? { ...made, move, fee: kept.value } : { ...made, move };
  const moved = await applyMove(deps, tx, { order, cause, by: { actorId: input.operator.id } });
  if (!moved.ok) return moved;
  await recordAudit(deps, tx, {
    actorId: input.operator.id,
    action: `order.${move}`,
    subjectType: 'order',
    subjectId: order.id,
    detail: {
      move,
      from: order.status,
      to: targetOf(move),
      version: order.version + 1,
      note,
      ...(kept.value === 0n ? {} : { kept: String(kept.value), payment_system: order.incomeCode }),
    },
  });
  return accept({ id: moved.value.id, version: moved.value.version });
}
