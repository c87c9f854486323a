import type { Birth } from '#core/order/cause.ts';
import { begin } from '#core/order/decide.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { openHold, post } from '#server/ledger/post.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import { insertOrder, type NewOrder } from '#server/orders/store.ts';
import { type GivenRequisites, orderTerms } from '#server/orders/terms/make-terms.ts';
import { numbersOf } from '#server/orders/terms/number-terms.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Origin } from './moved.ts';
import { type MoveDeps, reactToMove } from './reaction.ts';

interface Beginning extends Omit<NewOrder, 'order' | 'move' | 'terms'> {
  readonly birth: Birth;
  readonly given: GivenRequisites;
  readonly origin?: Origin | undefined;
}

/**
 * Makes an order, whole: row, timeline, everybody's reactions and the promise in the caller's transaction, which is rolled back on a refusal. The
 * promise comes last, because everybody who wants this reserve waits from there until the transaction ends.
 */
export async function beginOrder(
  deps: MoveDeps,
  tx: Tx,
  { birth, given, origin, ...kept }: Beginning,
): Promise<Result<Order, 'has_no_reserves'>> {
  const { order, hold, postings, move } = begin(birth);
  const holdId = deps.random.uuid();
  const born: Order = { ...order, hold: { id: holdId, amount: hold.amount } };
  const cause = { orderId: born.id, actor: birth.by, actorId: born.userId };
  await insertOrder(tx, { ...kept, order: born, move, terms: numbersOf(deps, orderTerms(deps, born, given)) });
  await post(deps, tx, postings, cause);
  await reactToMove(deps, tx, { move, by: birth.by, actorId: born.userId, before: null, after: born, origin });
  const { outcome: asset } = orderAssets(deps.catalogue, born);
  const opened = await openHold(
    deps,
    tx,
    { holdId, code: born.outcomeCode, wallet: born.outcomeWallet, asset, amount: hold.amount, orderId: born.id },
    cause,
  );
  return opened === undefined ? refuse({ code: 'has_no_reserves' }) : accept(born);
}
