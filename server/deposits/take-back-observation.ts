import type { Order } from '#core/order/order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { settlePayment } from './settle-payment.ts';
import { findSeenMoney, revertObservation } from './store.ts';

interface WrongObservation {
  readonly order: Order;
  readonly reference: string;
  readonly amount: bigint;
  readonly note: string;
  readonly operatorId: string;
}

/** `loss`: more or less than the amount would leave the ledger, so the caller must roll back. `missing`: there is no such observation. */
type TakenBack = 'done' | 'missing' | 'loss';

/** Takes an operator's observation back from a locked order, which is corrected as if a rail had reverted the money. */
export async function takeBackObservation(deps: MoveDeps, tx: Tx, input: WrongObservation): Promise<TakenBack> {
  const { order, reference, amount, note, operatorId } = input;
  const postedAmount = async () => (await findSeenMoney(tx, order.id)).reduce((total, { posted }) => total + posted, 0n);
  const before = await postedAmount();
  if (!(await revertObservation(tx, { orderId: order.id, reference, amount, now: deps.clock.now() }))) return 'missing';
  await settlePayment(deps, tx, order, { operatorId, note });
  return before - (await postedAmount()) === amount ? 'done' : 'loss';
}
