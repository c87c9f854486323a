import { isCounted } from '#core/referral/tiers.ts';
import type { Order } from '#core/order/order.ts';
import { customerOfOrder } from '#server/customers/know-customer.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnRequisites } from '#server/orders/terms/own-requisites.ts';
import type { Tx } from '#server/platform/db/db.ts';
import * as counting from './counting-store.ts';
import { samePerson } from './same-person.ts';
import { findReferrerById } from './store.ts';
import { turnoverOf } from './turnover-of.ts';

type CountDeps = Pick<Deps, 'catalogue' | 'quotes' | 'clock' | 'secrets'>;

/** What a referral has exchanged, added up anew, and whether he counts now. */
export async function recount({ clock }: Pick<Deps, 'clock'>, tx: Tx, referralId: string): Promise<void> {
  const stand = await counting.lockReferral(tx, referralId);
  const turnover = await counting.sumTurnover(tx, referralId, stand.referrer_id);
  const counts = !stand.is_refused && isCounted(turnover.rub);
  await counting.saveTurnover(tx, referralId, { turnover, isCounted: counts, at: new Date(clock.now()) });
  if (counts !== stand.is_counted) await counting.changeCounted(tx, stand.referrer_id, counts ? 1 : -1);
}

/** Whether the referrer has used in between what this order was paid with: asked when the money is about to be earned. */
async function lookAgain(
  deps: Pick<Deps, 'catalogue' | 'secrets'>,
  tx: Tx,
  order: Order,
  brought: counting.ReferralOrderRow,
): Promise<void> {
  if (brought.refused !== null) return;
  const [referrer, customerId] = [await findReferrerById(tx, brought.referrer_id), await customerOfOrder(tx, order.id)];
  if (referrer === undefined || customerId === undefined) return;
  const { id: orderId, userId, email } = order;
  const own = { id: orderId, requisites: await findOwnRequisites(deps, tx, order) };
  const reason = await samePerson(tx, referrer, { order: own, userId, email, customerId });
  if (reason !== null) await counting.refuse(tx, { orderId, referralId: brought.referral_id, reason });
}

/** A completed order of a referral: he is his referrer's for life, and may count from now on. Again, it changes nothing. */
export async function countCompleted(deps: CountDeps, tx: Tx, order: Order): Promise<void> {
  const brought = await counting.findReferralOrder(tx, order.id);
  if (brought === undefined) return;
  await lookAgain(deps, tx, order, brought);
  await counting.noteCompleted(tx, { orderId: order.id, at: new Date(order.statusChangedAt), turnover: turnoverOf(deps, order) });
  await counting.makeFirm(tx, brought);
  await recount(deps, tx, brought.referral_id);
}

/** Money of a completed order that went back, or was taken back, was not exchanged. */
export async function uncountOrder(deps: Pick<Deps, 'clock'>, tx: Tx, orderId: string): Promise<void> {
  const brought = await counting.findReferralOrder(tx, orderId);
  if (brought === undefined) return;
  await counting.noteReversed(tx, orderId, new Date(deps.clock.now()));
  await recount(deps, tx, brought.referral_id);
}
