import type { Order } from '#core/order/order.ts';
import { orderSubject } from '#core/payout/payout.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { BY_HAND_RAIL } from '#core/payout/payout.ts';
import { endAttempt, findLiveSurplus, insertPayout } from '#server/payouts/store.ts';

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
