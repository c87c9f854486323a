import * as z from 'zod';
import { isAboveUsd } from '#core/approval.ts';
import { firstLimitUsd } from '#core/limits.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import { sumOf, surplusOf } from '#core/order/surplus.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor, Overtaken } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { findSuspense } from '#server/ledger/find-suspense.ts';
import { isReturning, recordReturn } from '#server/payouts/surplus/record-return.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { lockById } from '#server/orders/find-order.ts';

export interface SurplusReturn {
  readonly orderId: string;
  /** The version the operator saw. */
  readonly version: number;
  /** How and where it was given back. */
  readonly note: string;
  readonly operatorId: string;
}

type ReturnDeps = MoveDeps & Pick<Deps, 'random'>;
type ReturnRefusal = 'not_found' | 'order_state_conflict';

const Payload = z.object({ amount_minor: z.string() });

/** It leaves suspense and the treasury, as an attempt of its own. Refuses while a return of it is on its way. */
async function bookReturn(
  deps: ReturnDeps,
  tx: Tx,
  order: Order,
  { amount, operatorId }: Pick<SurplusReturn, 'operatorId'> & { readonly amount: bigint },
): Promise<Result<null, ReturnRefusal>> {
  const returned = await findSuspense(tx, order.id);
  if (sumOf(returned) !== amount) throw new Error(`the surplus of order ${order.id} is not what suspense says`);
  if (!(await recordReturn(deps, tx, order, { amount, operatorId })))
    return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  const touch = { touch: 'return_surplus', by: 'operator', returned, fee: null } as const;
  await applyTouch(deps, tx, { order, touch, by: { actorId: operatorId } });
  return accept(null);
}

/** The word of one becomes a proposal to another; the amount is part of it, so that a third payment makes it another one. */
async function proposeReturn(
  deps: ReturnDeps,
  tx: Tx,
  order: Order,
  { note, operatorId }: SurplusReturn,
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
 * An operator gave a surplus (a second payment) back by hand: it leaves suspense and the treasury, with an audit line, and the
 * customer sees it at once. Once: the next press finds nothing left, another version refuses. Above the first limit his word
 * becomes a proposal (domain 5): `approvalId`.
 */
export async function returnSurplus(
  deps: ReturnDeps,
  tx: Tx,
  input: SurplusReturn,
): Promise<Result<{ approvalId: string | null }, ReturnRefusal | 'approval_conflict'>> {
  const order = await lockById(tx, input.orderId);
  if (!order) return refuse({ code: 'not_found' });
  const amount = surplusOf(order);
  if (amount === 0n || order.version !== input.version) return refuse({ code: 'order_state_conflict' });
  if (await isReturning(tx, order.id)) return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  const { income } = orderSides(deps.catalogue, order);
  if (
    isAboveUsd(amount, income.scale, { usd: deps.quotes.usdOf(income.code), limitUsd: firstLimitUsd(deps.limits.current(), income.code) })
  )
    return await proposeReturn(deps, tx, order, input);
  const booked = await bookReturn(deps, tx, order, { ...input, amount });
  if (!booked.ok) return booked;
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'order.return_surplus',
    subjectType: 'order',
    subjectId: order.id,
    detail: { amount: String(amount), payment_system: order.incomeCode, note: input.note },
  });
  return accept({ approvalId: null });
}

/** A surplus that two people say was given back; what has come or gone since refuses it. */
export const executeReturnSurplus: Executor = async (deps, tx, { subject, payload, proposedBy }) => {
  const order = await lockById(tx, subject);
  if (!order) return refuse({ code: 'not_found' });
  const amount = surplusOf(order);
  if (amount === 0n || String(amount) !== Payload.parse(payload).amount_minor) return refuse({ code: 'order_state_conflict' });
  return await bookReturn(deps, tx, order, { amount, operatorId: proposedBy });
};

/** It has gone back another way, or more has come. */
export const isReturnOver: Overtaken = async (_deps, tx, { subject, payload }) => {
  const order = await lockById(tx, subject);
  return !order || String(surplusOf(order)) !== Payload.parse(payload).amount_minor;
};
