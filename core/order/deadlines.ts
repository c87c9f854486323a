import type { Instant } from '#core/time.ts';
import type { Cause } from './cause.ts';
import type { MoveName } from './lifecycle.ts';
import type { Order } from './order.ts';
import type { OrderStatus } from './status.ts';

/** What the end of a state's time causes; states that are absent have no deadline of their own. */
const AT_DEADLINE = {
  awaiting_verification: 'expire_verification',
  awaiting_requisites: 'fail_requisites',
  awaiting_payment: 'expire',
  payment_claimed: 'moderate_claim',
  requote: 'refuse_requote',
} as const satisfies Partial<Record<OrderStatus, MoveName>>;

const hasDeadline = (status: OrderStatus): status is keyof typeof AT_DEADLINE => Object.hasOwn(AT_DEADLINE, status);

/** The move that a passed deadline causes (T6, T9, T10, T17), or null when nothing is due. `provider`: whose suspense a rest waits in. The state `moderation` only loses its hold, and what a check holds (`compliance_hold`) no clock decides: its end calls people. */
export function reactToTime(order: Order, now: Instant, provider: string): Cause | null {
  if (order.expiresAt === null || now < order.expiresAt) return null;
  const first = order.status === 'requote' ? order.requote?.options[0] : undefined;
  // What was paid for in time is exchanged as agreed and the rest set aside; only where nothing binds it goes back whole
  if (first?.choice === 'as_agreed') return { move: 'accept_requote', by: 'system', now, option: first, provider };
  return hasDeadline(order.status) ? { move: AT_DEADLINE[order.status], by: 'system', now } : null;
}

/** After a day under moderation the reserve is given back; a later acceptance promises it anew (T10). */
export const losesHold = (order: Order, now: Instant): boolean =>
  order.status === 'moderation' && order.hold !== null && order.expiresAt !== null && now >= order.expiresAt;
