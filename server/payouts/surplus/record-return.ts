import type { Order } from '#core/order/order.ts';
import { orderSubject } from '#core/payout.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { BY_HAND_RAIL } from '#core/payout.ts';
import { endAttempt, findLiveSurplus, insertPayout } from '#server/payouts/store.ts';

/** Whether a return of this order's surplus is on its way: it is the machine's or in somebody's hand. */
export const isReturning = async (db: Queryable, orderId: string): Promise<boolean> => (await findLiveSurplus(db, orderId)) !== undefined;

/** A surplus that a person has given back by hand, as an attempt of its own. False: a return of it is on its way, and must be taken first. */
export async function recordReturn(
  deps: Pick<MoveDeps, 'random' | 'clock'>,
  tx: Tx,
  order: Order,
  { amount, operatorId }: { readonly amount: bigint; readonly operatorId: string },
): Promise<boolean> {
  if (await isReturning(tx, order.id)) return false;
  const now = deps.clock.now();
  const id = deps.random.uuid();
  const taken = { state: 'by_hand', takenBy: operatorId } as const;
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
    ...taken,
  });
  return inserted !== undefined && (await endAttempt(tx, id, { state: 'executed', now, reference: null, reason: 'operator' }));
}
