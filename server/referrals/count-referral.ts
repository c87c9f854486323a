import { pow10 } from '#core/money/decimals.ts';
import { divide, fraction, type Fraction, multiply, timesDown } from '#core/money/fraction.ts';
import type { Order } from '#core/order/order.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { isCounted } from '#core/referral/tiers.ts';
import { customerOfOrder } from '#server/customers/customers.ts';
import type { Deps } from '#server/deps.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { findOwnRequisites } from '#server/orders/terms/order-terms.ts';
import type { Tx } from '#server/platform/db/db.ts';
import * as counting from './counting-store.ts';
import { findReferralOrder, refuseReferral, type Turnover } from './counting-store.ts';
import { samePerson } from './same-person.ts';
import { findReferrerById } from './store.ts';

const ROUBLES = 'RUB';

interface Side {
  readonly system: PaymentSystem;
  readonly amount: bigint;
}

const unitsOf = ({ system, amount }: Side): Fraction => fraction(amount, pow10(system.scale));
const hundredthsOf = (worth: Fraction): bigint => timesDown(100n, worth);

/** Turnover of a completed order: exact if one side is in roubles, else at current prices; undefined without a trusted price. */
function turnoverOf({ catalogue, quotes }: Pick<Deps, 'catalogue' | 'quotes'>, order: Order): Turnover | undefined {
  const { income, outcome } = orderSides(catalogue, order);
  const sides: readonly Side[] = [
    { system: income, amount: order.creditedAmount },
    { system: outcome, amount: order.outcomeAmount },
  ];
  const usdValues = sides.flatMap((side) => {
    const price = quotes.usdOf(side.system.code);
    return price === undefined ? [] : [multiply(unitsOf(side), price)];
  });
  const [usd] = usdValues;
  if (usd === undefined) return undefined;
  const roubleSide = sides.find(({ system }) => system.currency === ROUBLES);
  const rouble = quotes.snapshot()?.prices.get(ROUBLES);
  if (roubleSide !== undefined) return { usd: hundredthsOf(usd), rub: hundredthsOf(unitsOf(roubleSide)) };
  return rouble === undefined ? undefined : { usd: hundredthsOf(usd), rub: hundredthsOf(divide(usd, rouble)) };
}

type CountDeps = Pick<Deps, 'catalogue' | 'quotes' | 'clock' | 'secrets'>;

/** Recomputes a referral's turnover and whether it counts. */
export async function recount({ clock }: Pick<Deps, 'clock'>, tx: Tx, referralId: string): Promise<void> {
  const referral = await counting.lockReferral(tx, referralId);
  const turnover = await counting.sumTurnover(tx, referralId, referral.referrer_id);
  const isNowCounted = !referral.is_refused && isCounted(turnover.rub);
  await counting.saveTurnover(tx, referralId, { turnover, isCounted: isNowCounted, at: new Date(clock.now()) });
  if (isNowCounted !== referral.is_counted) await counting.changeCounted(tx, referral.referrer_id, isNowCounted ? 1 : -1);
}

/** Checks again, before earnings are posted, whether referrer and customer are one person: data may have been added since. */
async function recheckSamePerson(
  deps: Pick<Deps, 'catalogue' | 'secrets'>,
  tx: Tx,
  order: Order,
  referralOrder: counting.ReferralOrderRow,
): Promise<void> {
  if (referralOrder.refused !== null) return;
  const [referrer, customerId] = [await findReferrerById(tx, referralOrder.referrer_id), await customerOfOrder(tx, order.id)];
  if (referrer === undefined || customerId === undefined) return;
  const { id: orderId, userId, email } = order;
  const ownOrder = { id: orderId, requisites: await findOwnRequisites(deps, tx, order) };
  const reason = await samePerson(tx, referrer, { order: ownOrder, userId, email, customerId });
  if (reason !== null) await counting.refuseReferral(tx, { orderId, referralId: referralOrder.referral_id, reason });
}

/** Counts a completed order of a referral and makes its referrer final. Idempotent. */
export async function countCompleted(deps: CountDeps, tx: Tx, order: Order): Promise<void> {
  const referralOrder = await counting.findReferralOrder(tx, order.id);
  if (referralOrder === undefined) return;
  await recheckSamePerson(deps, tx, order, referralOrder);
  await counting.saveCompleted(tx, { orderId: order.id, at: new Date(order.statusChangedAt), turnover: turnoverOf(deps, order) });
  await counting.makeReferralFinal(tx, referralOrder);
  await recount(deps, tx, referralOrder.referral_id);
}

/** Removes the turnover of an order whose money went back. */
export async function uncountOrder(deps: Pick<Deps, 'clock'>, tx: Tx, orderId: string): Promise<void> {
  const referralOrder = await counting.findReferralOrder(tx, orderId);
  if (referralOrder === undefined) return;
  await counting.saveReversed(tx, orderId, new Date(deps.clock.now()));
  await recount(deps, tx, referralOrder.referral_id);
}

/** Refusal reason of a pair stopped by an operator. */
const STOPPED_BY_OPERATOR = 'operator';

/** Stops a referral: it earns nothing and no longer counts. Idempotent. */
export async function stopReferral(deps: Pick<Deps, 'clock'>, tx: Tx, referralId: string): Promise<void> {
  await refuseReferral(tx, { referralId, reason: STOPPED_BY_OPERATOR });
  await recount(deps, tx, referralId);
}

/** Counts a referral when its order is completed. */
export const REFERRALS: Reaction = {
  name: 'referrals',
  phase: 'customer',
  // Failures are retried by the job (`jobs.ts`)
  mayFail: true,
  appliesTo: async (tx, { order }) => order.status === 'completed' && (await findReferralOrder(tx, order.id)) !== undefined,
  onMoved: async (deps, tx, { after }) => {
    if (after.status === 'completed') await countCompleted(deps, tx, after);
  },
};
