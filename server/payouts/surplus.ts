import type { Order } from '#core/order/order.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { firstLimitUsd } from '#core/payout/payout-limits.ts';
import { BY_HAND_RAIL, orderSubject } from '#core/payout/payout.ts';
import { isAboveUsd } from '#core/staff/approval.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { type Queryable, sql, type Tx } from '#server/platform/db/db.ts';
import { endAttempt, findLiveSurplus, insertPayout, MAX_REFUND_ATTEMPTS, setQueuedSurplusAmount } from './store.ts';
import { PAYOUT_JOBS } from './subject.ts';

/**
 * Queues the return of a surplus of a locked order, in the caller's transaction. `amount`: minor income units, at most the order's
 * suspense. False: no such surplus, or a return exists.
 */
export async function queueSurplus(deps: MoveDeps, tx: Tx, order: Order, amount: bigint): Promise<boolean> {
  if (amount <= 0n || amount > surplusOf(order) || (await findLiveSurplus(tx, order.id))) return false;
  const { income } = orderSides(deps.catalogue, order);
  const queued = await insertPayout(tx, {
    id: deps.random.uuid(),
    subject: orderSubject(order.id),
    purpose: 'surplus',
    rail: income.rail,
    code: income.code,
    wallet: order.incomeWallet,
    amount,
    now: deps.clock.now(),
    state: 'queued',
  });
  if (!queued) return false;
  await deps.queue.send(tx, PAYOUT_JOBS.executeSurplus, { order_id: order.id });
  return true;
}

/**
 * Queues the return of a second payment (domain 5, "over or twice"). Left to an operator:
 * - totals above the first limit, and amounts below the network fee
 * - rejected orders
 * - orders credited by an operator, where the rail may report the same money again
 */
export async function autoReturnSurplus(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  const amount = surplusOf(order);
  const { income } = orderSides(deps.catalogue, order);
  const price = { usd: deps.quotes.usdOf(income.code), limitUsd: firstLimitUsd(deps.limits.current(), income.code) };
  if (amount <= income.networkFee || order.status === 'rejected') return;
  if (isAboveUsd(amount + order.surplusReturned, income.scale, price)) return;
  if (await deps.orderFacts.hasOperatorDeposit(tx, order.id)) return;
  if (!(await setQueuedSurplusAmount(tx, order.id, amount))) await queueSurplus(deps, tx, order, amount);
}

/** Whether a return of this order's surplus is queued, running or taken by hand. */
export const isReturningSurplus = async (db: Queryable, orderId: string): Promise<boolean> =>
  (await findLiveSurplus(db, orderId)) !== undefined;

/** Records a surplus that an operator returned outside the system, as an executed attempt. False: another return is live. */
export async function recordReturn(
  deps: Pick<MoveDeps, 'random' | 'clock'>,
  tx: Tx,
  order: Order,
  { amount, operatorId }: { readonly amount: bigint; readonly operatorId: string },
): Promise<boolean> {
  if (await isReturningSurplus(tx, order.id)) return false;
  const now = deps.clock.now();
  const id = deps.random.uuid();
  const takenByOperator = { state: 'by_hand', takenBy: operatorId } as const;
  const { incomeCode: code, incomeWallet: wallet } = order;
  const inserted = await insertPayout(tx, {
    id,
    subject: orderSubject(order.id),
    purpose: 'surplus',
    rail: BY_HAND_RAIL,
    code,
    wallet,
    amount,
    now,
    ...takenByOperator,
  });
  return inserted !== undefined && (await endAttempt(tx, id, { state: 'executed', now, reference: null, reason: 'operator' }));
}

/** Surplus whose return was started and cannot be cancelled. Minor units of the income side. */
export async function readReturningAmount(tx: Tx, orderId: string): Promise<bigint> {
  const live = await findLiveSurplus(tx, orderId);
  return live === undefined || live.state === 'queued' ? 0n : live.amount;
}

/** Cancels a queued return: the surplus money was taken back. */
export async function cancelQueuedReturn(tx: Tx, orderId: string): Promise<void> {
  const live = await findLiveSurplus(tx, orderId);
  if (live?.state !== 'queued') return;
  await tx.run(sql`update payouts set state = 'failed', reason = 'the money was taken back' where id = ${live.id} and state = 'queued'`);
}

/** SQL: amount of order `o`'s surplus that is returned automatically or waits for the customer's destination; no operator needed. */
export const returningSurplus = sql`coalesce((
  select sum(s.amount) from payouts s where s.order_id = o.id and s.purpose = 'surplus' and (s.state in ('claimed', 'accepted')
    or s.state = 'queued' and s.rail <> ${BY_HAND_RAIL} and s.attempt <= ${MAX_REFUND_ATTEMPTS})), 0)`;
