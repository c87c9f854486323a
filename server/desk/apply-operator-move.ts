import { parseAmount } from '#core/money/amount.ts';
import { isManualMove, type ManualMove, operatorMoves } from '#core/order/actions.ts';
import type { Cause } from '#core/order/cause.ts';
import { isLegal, type MoveName, targetOf } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import { type RefundFee, refundFeeOf, type RefundFeeRule } from '#core/order/refund-fee.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { lockLeasedVersion } from '#server/orders/access.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { refundRuleOf } from '#server/payment-systems/refund-rule.ts';
import { isContradicted } from '#server/payouts/by-hand/payout-blocks.ts';
import type { Tx } from '#server/platform/db/db.ts';

type FeeDeps = Pick<Deps, 'catalogue' | 'shop'>;

/** The fee rule shown to the customer; orders older than that use the current rule. */
const ruleOf = (deps: FeeDeps, order: Order): RefundFeeRule =>
  order.refundRule ??
  refundRuleOf(deps, deps.catalogue.direction(order.incomeCode, order.outcomeCode), orderSides(deps.catalogue, order).income);

/** The largest fee that may be withheld from this order's refund, and its parts. */
export const refundFeeForOrder = (deps: FeeDeps, order: Order): RefundFee =>
  refundFeeOf(order.creditedAmount, ruleOf(deps, order), orderSides(deps.catalogue, order).income.networkFee);

/**
 * The fee withheld when `refundAmount` is returned, in minor units; zero if it is undefined.
 * Refuses a refund above the credited amount, or a fee above the rule.
 */
function withheldFee(
  deps: FeeDeps,
  order: Order,
  refundAmount: string | undefined,
): Result<bigint, 'not_allowed_amount' | 'invalid_format'> {
  if (refundAmount === undefined) return accept(0n);
  const { income } = orderSides(deps.catalogue, order);
  const parsed = parseAmount(refundAmount, { scale: income.scale, precision: income.scale });
  if (!parsed.ok) return refuse({ code: 'invalid_format', field: 'refund_amount' });
  const fee = order.creditedAmount - parsed.minor;
  return fee < 0n || fee > refundFeeForOrder(deps, order).max
    ? refuse({ code: 'not_allowed_amount', field: 'refund_amount' })
    : accept(fee);
}

interface OperatorMove {
  readonly orderId: string;
  readonly move: MoveName;
  readonly note: string | undefined;
  /** The version of the order that the operator saw; any other is refused. */
  readonly version: number;
  readonly operator: { readonly id: string };
  /** Refunds only: the amount to return; undefined: all of it. */
  readonly refundAmount?: string | undefined;
}

type OperatorMoveRefusal =
  | 'not_found'
  | 'order_state_conflict'
  | 'lease_held'
  | 'required'
  | 'has_no_reserves'
  | 'not_allowed_amount'
  | 'invalid_format';

/** Moves that send money; an earlier attempt may already have sent it. */
const MAY_PAY_TWICE: ReadonlySet<ManualMove> = new Set(['retry_payout', 'refund']);

const isRefund = (move: ManualMove): move is 'refund' | 'refund_from_compliance' => move === 'refund' || move === 'refund_from_compliance';

/**
 * Applies an operator's move with an audit entry. Refuses an illegal move, a version that the operator did not see, and an operator without
 * the lease.
 */
export async function applyOperatorMove(
  deps: MoveDeps & Pick<Deps, 'shop'>,
  tx: Tx,
  input: OperatorMove,
): Promise<Result<{ id: string; version: number }, OperatorMoveRefusal>> {
  const locked = await lockLeasedVersion(deps, tx, { orderId: input.orderId, version: input.version, operatorId: input.operator.id });
  if (!locked.ok) return locked;
  const order = locked.value;
  const { move, note = null } = input;
  const isEmptyRefund = isManualMove(move) && isRefund(move) && order.creditedAmount === 0n && isLegal(move, order.status, 'operator');
  if (isEmptyRefund) return refuse({ code: 'order_state_conflict', message: 'nothing_to_refund' });
  if (!isManualMove(move) || !operatorMoves(order).includes(move)) return refuse({ code: 'order_state_conflict' });
  if (MAY_PAY_TWICE.has(move) && (await isContradicted(tx, order.id)))
    return refuse({ code: 'order_state_conflict', message: 'payout_contradicted' });
  const fee = withheldFee(deps, order, input.refundAmount);
  if (!fee.ok) return fee;
  const base = { by: 'operator', now: deps.clock.now(), note } as const;
  const cause: Cause = isRefund(move) ? { ...base, move, fee: fee.value } : { ...base, move };
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
      ...(fee.value === 0n ? {} : { kept: String(fee.value), payment_system: order.incomeCode }),
    },
  });
  return accept({ id: moved.value.id, version: moved.value.version });
}
