import type { Instant } from '#core/time.ts';
import type { Cause } from './decide.ts';
import type { MoveName } from './lifecycle.ts';
import type { Order } from './order.ts';
import { acceptanceOf } from './payment.ts';
import type { SystemReason } from './reason.ts';
import type { OrderStatus } from './status.ts';

/** What the end of a state's time causes; states that are absent have no deadline of their own. */
const AT_DEADLINE: Partial<Record<OrderStatus, MoveName>> = {
  awaiting_confirmation: 'expire_withdrawal',
  awaiting_verification: 'expire_verification',
  awaiting_requisites: 'fail_requisites',
  awaiting_payment: 'expire',
  payment_claimed: 'moderate_claim',
  requote: 'refuse_requote',
};

/** The move that a passed deadline causes (T6, T9, T10, T17, T29), or null when nothing is due. `provider`: whose suspense a rest waits in. The state `moderation` only loses its hold. */
export function reactToTime(order: Order, now: Instant, provider: string): Cause | null {
  if (order.expiresAt === null || now < order.expiresAt) return null;
  const first = order.status === 'requote' ? order.requote?.options[0] : undefined;
  // What was paid for in time is exchanged as agreed and the rest set aside; only where nothing binds it goes back whole
  if (first?.choice === 'as_agreed') return acceptanceOf(order, first, { by: 'system', now, provider });
  const move = AT_DEADLINE[order.status];
  if (move === undefined) return null;
  return move === 'fail_requisites'
    ? { move, by: 'system', now, change: { reason: 'no_requisites' satisfies SystemReason } }
    : { move, by: 'system', now };
}

/** After a day under moderation the reserve is given back; a later acceptance promises it anew (T10). */
export const losesHold = (order: Order, now: Instant): boolean =>
  order.status === 'moderation' && order.hold !== null && order.expiresAt !== null && now >= order.expiresAt;
