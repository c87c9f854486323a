import { LONGEST_VERIFICATION_MS } from '#core/card-verification.ts';
import { divide, type Fraction } from '#core/money/fraction.ts';
import { bindsAfterVerification } from '#core/order/extension.ts';
import type { SystemReason } from '#core/order/reason.ts';
import type { Actor } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import { VERIFICATION_WINDOW_MS } from '#core/order/terms.ts';
import type { MoveDeps } from '#server/deps.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Who is behind what happens to an order because of its card. */
export interface Behind {
  readonly by: Actor;
  readonly actorId: string | null;
}

const waits = (order: Order): boolean => order.status === 'awaiting_verification' && order.expiresAt !== null;

/**
 * More time for an order whose card is being looked at: never because of us may it end, and never longer than an hour after it was made,
 * since it holds a reserve and a rate (domain 5, T2). Its page hears that something changed in any case.
 */
export async function keepWaiting(deps: MoveDeps, tx: Tx, order: Order, { by, actorId }: Behind): Promise<void> {
  const until = Math.min(deps.clock.now() + VERIFICATION_WINDOW_MS, order.createdAt + LONGEST_VERIFICATION_MS);
  const isLonger = waits(order) && until > (order.expiresAt ?? 0);
  const touch = isLonger ? ({ touch: 'extend', by, until, rateUntil: null } as const) : ({ touch: 'change_beside', by } as const);
  await applyTouch(deps, tx, { order, touch, by: { actorId } });
}

/** The card is fine and the rate is not: the customer repeats the order at the present one, and is not asked for the card again. */
const RATE_MOVED: SystemReason = 'card_rate_moved';

/** Outcome units for one income unit now; undefined where a price is missing. */
function marketOf({ quotes }: MoveDeps, order: Order): Fraction | undefined {
  const [income, outcome] = [quotes.usdOf(order.incomeCode), quotes.usdOf(order.outcomeCode)];
  return income === undefined || outcome === undefined ? undefined : divide(income, outcome);
}

/** T3: the order goes on, at its rate where that still binds; one that waits for its card no more is only told that something changed. */
export async function letGoOn(
  deps: MoveDeps,
  tx: Tx,
  order: Order,
  behind: { readonly by: 'operator' | 'system'; readonly actorId: string | null },
): Promise<void> {
  const now = deps.clock.now();
  const by = { actorId: behind.actorId };
  if (order.status !== 'awaiting_verification') {
    await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: behind.by }, by });
    return;
  }
  const isBinding = bindsAfterVerification(order, { market: marketOf(deps, order), now });
  if (!isBinding && behind.by === 'system') {
    // Shown again when the market has moved: it was no wait of ours that made the rate old, and nobody holds one for an hour by a second photo
    await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: behind.by }, by });
    return;
  }
  const moved = await applyMove(deps, tx, {
    order,
    cause: isBinding
      ? { move: 'accept_verification', by: behind.by, now, note: null }
      : { move: 'call_off', by: 'operator', now, note: RATE_MOVED },
    by,
  });
  if (!moved.ok) throw new Error(`order ${order.id} cannot go on: ${moved.refusals[0]?.code}`);
}
