import { losesHold, reactToTime } from '#core/order/deadlines.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { settlePayment } from '#server/deposits/settle-payment.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';
import { applyMove, NOBODY } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import { suspenseOf } from '#server/orders/payment-terms.ts';
import { lockById } from '#server/orders/find-order.ts';
import { shownCardOf } from '#server/card-verifications/shown-card.ts';
import { findDue } from './store.ts';

const BATCH = 100;
/** When an end that was refused is tried again; a person has been told meanwhile. */
const AGAIN_MS = 5 * MINUTE_MS;

async function endTime(deps: MoveDeps, tx: Tx, id: string): Promise<void> {
  const locked = await lockById(tx, id);
  if (!locked) return;
  // Money that is already known counts before the clock does
  const order = await settlePayment(deps, tx, locked);
  const now = deps.clock.now();
  const cause = reactToTime(order, now, { provider: suspenseOf(deps, order), card: await shownCardOf(tx, order) });
  if (cause) {
    const moved = await applyMove(deps, tx, { order, cause, by: NOBODY });
    if (moved.ok) return;
    deps.log.error({ order_id: id, move: cause.move, code: moved.refusals[0]?.code }, 'deadline_refused');
    await applyTouch(deps, tx, { order, touch: { touch: 'postpone_deadline', by: 'system', until: now + AGAIN_MS }, by: NOBODY });
    return;
  }
  if (losesHold(order, now))
    await applyTouch(deps, tx, { order, touch: { touch: 'lose_hold', by: 'system', why: 'moderation' }, by: NOBODY });
}

/** Ends what ran out of time (T6, T9, T10, T17, T29). Several processes may run it: each takes rows that no other holds. */
export async function expireOrders(deps: MoveDeps & Pick<Deps, 'db'>): Promise<void> {
  const ids = await deps.db.tx(async (tx) => await findDue(tx, deps.clock.now(), BATCH));
  await eachAlone(deps.log, ids, async (id) => await deps.db.tx(async (tx) => await endTime(deps, tx, id)));
}
