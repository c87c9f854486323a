import * as z from 'zod';
import { isAboveUsd } from '#core/staff/approval.ts';
import { firstLimitUsd } from '#core/payout/payout-limits.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import { sumOf, surplusOf } from '#core/order/surplus.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor, OvertakenCheck } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { findSuspense } from '#server/ledger/queries.ts';
import { isReturningSurplus, recordReturn } from '#server/payouts/surplus.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { applyTouch } from '#server/orders/move/apply-move.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { lockOrder } from '#server/orders/queries.ts';

export interface ReturnSurplusInput {
  readonly orderId: string;
  /** The version of the order that the operator saw. */
  readonly version: number;
  /** How and where the money was returned. */
  readonly note: string;
  readonly operatorId: string;
}

type ReturnDeps = MoveDeps & Pick<Deps, 'random'>;
type ReturnRefusal = 'not_found' | 'order_state_conflict';

const Payload = z.object({ amount_minor: z.string() });

/**
 * Posts the return from suspense and treasury as an attempt of its own. Refuses while another
 * return is under way.
 */
async function postReturn(
  deps: ReturnDeps,
  tx: Tx,
  order: Order,
  { amount, operatorId }: Pick<ReturnSurplusInput, 'operatorId'> & { readonly amount: bigint },
): Promise<Result<null, ReturnRefusal>> {
  const returned = await findSuspense(tx, order.id);
  if (sumOf(returned) !== amount) throw new Error(`the surplus of order ${order.id} differs from the amount in suspense`);
  if (!(await recordReturn(deps, tx, order, { amount, operatorId })))
    return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  const touch = { touch: 'return_surplus', by: 'operator', returned, fee: null } as const;
  await applyTouch(deps, tx, { order, touch, by: { actorId: operatorId } });
  return accept(null);
}

/**
 * Proposes the return to a second person. The amount is part of the proposal: another payment makes
 * it a different one.
 */
async function proposeReturn(
  deps: ReturnDeps,
  tx: Tx,
  order: Order,
  { note, operatorId }: ReturnSurplusInput,
): Promise<Result<{ approvalId: string }, 'approval_conflict'>> {
  const { income } = orderSides(deps.catalogue, order);
  const amount = surplusOf(order);
  const payload = {
    payment_system_id: income.code,
    amount: formatAmount(amount, income.scale),
    amount_minor: String(amount),
    currency_iso_code: income.currency,
  } satisfies z.input<typeof Payload> & Record<string, unknown>;
  return await propose(deps, tx, { kind: 'return_surplus', subject: order.id, payload, note, operatorId });
}

/**
 * Records that an operator returned a surplus by hand: posting, audit entry and notice to the customer. Refuses a stale version and a
 * repeated return. Above the first limit, proposes it to a second person instead (domain 5).
 */
export async function returnSurplus(
  deps: ReturnDeps,
  tx: Tx,
  input: ReturnSurplusInput,
): Promise<Result<{ approvalId: string | null }, ReturnRefusal | 'approval_conflict'>> {
  const order = await lockOrder(tx, input.orderId);
  if (!order) return refuse({ code: 'not_found' });
  const amount = surplusOf(order);
  if (amount === 0n || order.version !== input.version) return refuse({ code: 'order_state_conflict' });
  if (await isReturningSurplus(tx, order.id)) return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  const { income } = orderSides(deps.catalogue, order);
  if (
    isAboveUsd(amount, income.scale, { usd: deps.quotes.usdOf(income.code), limitUsd: firstLimitUsd(deps.limits.current(), income.code) })
  )
    return await proposeReturn(deps, tx, order, input);
  const posted = await postReturn(deps, tx, order, { ...input, amount });
  if (!posted.ok) return posted;
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'order.return_surplus',
    subjectType: 'order',
    subjectId: order.id,
    detail: { amount: String(amount), payment_system: order.incomeCode, note: input.note },
  });
  return accept({ approvalId: null });
}

/**
 * Posts a return that a second person approved. Refuses if the surplus has changed since the
 * proposal.
 */
export const executeReturnSurplus: Executor = async (deps, tx, { subject, payload, proposedBy }) => {
  const order = await lockOrder(tx, subject);
  if (!order) return refuse({ code: 'not_found' });
  const amount = surplusOf(order);
  if (amount === 0n || String(amount) !== Payload.parse(payload).amount_minor) return refuse({ code: 'order_state_conflict' });
  return await postReturn(deps, tx, order, { amount, operatorId: proposedBy });
};

/** Whether the surplus has changed since the proposal. */
export const isReturnOutdated: OvertakenCheck = async (_deps, tx, { subject, payload }) => {
  const order = await lockOrder(tx, subject);
  return !order || String(surplusOf(order)) !== Payload.parse(payload).amount_minor;
};
