import { MAX_VERIFICATION_MS } from '#core/customer/card-verification.ts';
import { divide, type Fraction } from '#core/money/fraction.ts';
import { isRateBindingAfterVerification } from '#core/order/extension.ts';
import type { SystemReason } from '#core/order/ending.ts';
import type { Actor } from '#core/lifecycle/state-machine.ts';
import type { Order } from '#core/order/order.ts';
import { VERIFICATION_WINDOW_MS } from '#core/order/deadlines.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { applyMove, applyTouch } from '#server/orders/move/apply-move.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Who causes a change of an order because of its card. */
export interface Initiator {
  readonly by: Actor;
  readonly actorId: string | null;
}

const isWaiting = (order: Order): boolean => order.status === 'awaiting_verification' && order.expiresAt !== null;

/**
 * Extends an order while its card is checked (T2), at most until an hour after its creation, because it blocks the reserve and the rate
 * (domain 5). Updates the order's page in any case.
 */
export async function extendOrder(deps: MoveDeps, tx: Tx, order: Order, { by, actorId }: Initiator): Promise<void> {
  const until = Math.min(deps.clock.now() + VERIFICATION_WINDOW_MS, order.createdAt + MAX_VERIFICATION_MS);
  const isLonger = isWaiting(order) && until > (order.expiresAt ?? 0);
  const touch = isLonger ? ({ touch: 'extend', by, until, rateUntil: null } as const) : ({ touch: 'change_beside', by } as const);
  await applyTouch(deps, tx, { order, touch, by: { actorId } });
}

/** The reason if the card is accepted but the rate is outdated. The customer repeats the order, without another verification. */
const OUTDATED_RATE_REASON: SystemReason = 'card_rate_moved';

/** The market rate: outcome units per income unit. Undefined if a price is missing. */
function marketRate({ quotes }: MoveDeps, order: Order): Fraction | undefined {
  const [income, outcome] = [quotes.usdOf(order.incomeCode), quotes.usdOf(order.outcomeCode)];
  return income === undefined || outcome === undefined ? undefined : divide(income, outcome);
}

/**
 * Continues an order whose card is accepted (T3), if its rate is still binding. Otherwise a verifier's acceptance ends the order. An order
 * that no longer waits is only refreshed.
 */
export async function continueOrder(
  deps: MoveDeps,
  tx: Tx,
  order: Order,
  initiator: { readonly by: 'operator' | 'system'; readonly actorId: string | null },
): Promise<void> {
  const now = deps.clock.now();
  const by = { actorId: initiator.actorId };
  if (order.status !== 'awaiting_verification') {
    await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: initiator.by }, by });
    return;
  }
  const isBinding = isRateBindingAfterVerification(order, { market: marketRate(deps, order), now });
  if (!isBinding && initiator.by === 'system') {
    // An accepted card that is submitted again must not extend an outdated rate, so the order keeps waiting
    await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: initiator.by }, by });
    return;
  }
  const moved = await applyMove(deps, tx, {
    order,
    cause: isBinding
      ? { move: 'accept_verification', by: initiator.by, now, note: null }
      : { move: 'call_off', by: 'operator', now, note: OUTDATED_RATE_REASON },
    by,
  });
  if (!moved.ok) throw new Error(`order ${order.id} cannot go on: ${moved.refusals[0]?.code}`);
}
