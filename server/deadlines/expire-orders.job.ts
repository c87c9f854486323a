import { shouldReleaseHold, moveAtDeadline } from '#core/order/deadlines.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { settlePayment } from '#server/deposits/settle-payment.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { applyMove, applyTouch, NO_ACTOR } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { suspenseOf } from '#server/orders/payment-terms.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { submittedCardOf } from '#server/card-verifications/queries.ts';
import { findExpired } from './store.ts';

const BATCH = 100;
/** Retry of a refused move; the failure is logged. */
const RETRY_MS = 5 * MINUTE_MS;

async function expireOrder(deps: MoveDeps, tx: Tx, id: string): Promise<void> {
  const locked = await lockOrder(tx, id);
  if (!locked) return;
  // Known money counts before the deadline
  const order = await settlePayment(deps, tx, locked);
  const now = deps.clock.now();
  const cause = moveAtDeadline(order, now, { provider: suspenseOf(deps, order), card: await submittedCardOf(tx, order) });
  if (cause) {
    const moved = await applyMove(deps, tx, { order, cause, by: NO_ACTOR });
    if (moved.ok) return;
    deps.log.error({ order_id: id, move: cause.move, code: moved.refusals[0]?.code }, 'deadline_refused');
    await applyTouch(deps, tx, { order, touch: { touch: 'postpone_deadline', by: 'system', until: now + RETRY_MS }, by: NO_ACTOR });
    return;
  }
  if (shouldReleaseHold(order, now))
    await applyTouch(deps, tx, { order, touch: { touch: 'lose_hold', by: 'system', why: 'moderation' }, by: NO_ACTOR });
}

/** Applies deadlines (T6, T9, T10, T17, T29). Several processes may run it: each claims rows that no other has locked. */
export async function expireOrders(deps: MoveDeps & Pick<Deps, 'db'>): Promise<void> {
  const ids = await deps.db.tx(async (tx) => await findExpired(tx, deps.clock.now(), BATCH));
  await forEachIsolated(deps.log, ids, async (id) => await deps.db.tx(async (tx) => await expireOrder(deps, tx, id)));
}
