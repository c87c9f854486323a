import { networkFee, returnSurplus } from '#core/order/postings.ts';
import type { Cause } from '#core/order/decide.ts';
import type { MoveName } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import { findSuspense } from '#server/ledger/find-suspense.ts';
import { post } from '#server/ledger/post.ts';
import { applyMove, touchOrder, type MoveDeps } from '#server/orders/move/apply-move.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { returnByItself } from './return-by-itself.ts';
import { insertPayout, type Payout } from './store.ts';

export interface EndedAttempt {
  readonly payout: Payout;
  readonly order: Order;
  readonly state: 'executed' | 'failed';
  readonly txHash: string | null;
  readonly fee: Cause['fee'];
  readonly by: { readonly actor: 'provider' | 'operator'; readonly actorId: string | null; readonly note?: string };
}

/** The move that the end of an attempt causes; null: the order stays where it is and the machine tries again. */
const MOVE: Readonly<Record<'payout' | 'refund', Readonly<Record<EndedAttempt['state'], MoveName | null>>>> = {
  payout: { executed: 'complete', failed: 'fail_payout' },
  refund: { executed: 'complete_refund', failed: null },
};

/** Takes `amount` out of what suspense holds for the order, provider by provider. */
function shares(kept: readonly { provider: string; amount: bigint }[], amount: bigint): { provider: string; amount: bigint }[] {
  let left = amount;
  const taken = kept.flatMap(({ provider, amount: held }) => {
    const share = held < left ? held : left;
    left -= share;
    return share > 0n ? [{ provider, amount: share }] : [];
  });
  if (left > 0n) throw new Error(`suspense holds ${left} less than what was given back`);
  return taken;
}

/** What a reverted transaction has burnt is spent, although the order stays where it is. */
async function postFee(deps: MoveDeps, tx: Tx, { order, fee, by }: EndedAttempt): Promise<void> {
  if (fee) await post(deps, tx, networkFee(fee), { orderId: order.id, actor: by.actor, actorId: by.actorId });
}

/** A surplus is back with its customer: it leaves suspense and the treasury. One that failed waits for the next attempt. */
async function settleSurplus(deps: MoveDeps, tx: Tx, ended: EndedAttempt): Promise<void> {
  const { payout, order, state, fee, by } = ended;
  const now = deps.clock.now();
  if (state === 'failed') {
    const { orderId, purpose, code, wallet, amount } = payout;
    const { rail } = deps.catalogue.paymentSystem(code) ?? payout;
    const next = await insertPayout(tx, { id: deps.random.uuid(), orderId, purpose, rail, code, wallet, amount, now, state: 'queued' });
    if (!next) throw new Error(`two returns of the surplus of order ${orderId}`);
    await postFee(deps, tx, ended);
    await touchOrder(deps, tx, order, {});
    return;
  }
  const assets = orderAssets(deps.catalogue, order);
  const postings = shares(await findSuspense(tx, order.id), payout.amount).map((share) => returnSurplus(order, assets, share));
  const reason = by.note === undefined ? {} : { reason: by.note };
  await post(deps, tx, [...postings, ...(fee ? networkFee(fee) : [])], {
    orderId: order.id,
    actor: by.actor,
    actorId: by.actorId,
    ...reason,
  });
  const returned = await touchOrder(deps, tx, order, { surplusReturned: order.surplusReturned + payout.amount });
  // What came while this one was on its way
  await returnByItself(deps, tx, returned);
}

/** What the end of an attempt means for its order, in the transaction that ended it: the provider's word and a person's alike. */
export async function settleAttempt(deps: MoveDeps, tx: Tx, ended: EndedAttempt): Promise<void> {
  const { payout, order, state, fee, by } = ended;
  if (payout.purpose === 'surplus') return await settleSurplus(deps, tx, ended);
  const move = MOVE[payout.purpose][state];
  if (move === null) {
    await postFee(deps, tx, ended);
    return void (await touchOrder(deps, tx, order, {}));
  }
  const change = state === 'executed' ? { outcomeTxHash: ended.txHash ?? order.outcomeTxHash } : { reason: null };
  const note = by.note === undefined ? {} : { note: by.note };
  const cause: Cause = { move, by: by.actor, now: deps.clock.now(), fee: fee ?? null, change, ...note };
  const moved = await applyMove(deps, tx, { order, cause, by: { actorId: by.actorId } });
  if (!moved.ok) throw new Error(`${move} of order ${order.id} was refused: ${moved.refusals[0]?.code}`);
}
