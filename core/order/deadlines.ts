import type { Instant } from '#core/time.ts';
import type { Cause } from './cause.ts';
import type { MoveName } from './lifecycle.ts';
import type { Order } from './order.ts';
import type { UnverifiedReason } from './reason.ts';
import type { OrderStatus } from './status.ts';

/** What the end of a state's time causes; states that are absent have no deadline of their own. */
const AT_DEADLINE = {
  awaiting_requisites: 'fail_requisites',
  awaiting_payment: 'expire',
  payment_claimed: 'moderate_claim',
  requote: 'refuse_requote',
} as const satisfies Partial<Record<OrderStatus, MoveName>>;

const hasDeadline = (status: OrderStatus): status is keyof typeof AT_DEADLINE => Object.hasOwn(AT_DEADLINE, status);

/** What was shown of the card that an order waits for: nothing, a photo that nobody has decided on, or one that was refused. */
export type ShownCard = 'none' | 'undecided' | 'refused';

const UNVERIFIED = {
  none: 'card_not_shown',
  undecided: 'card_not_checked',
  refused: 'card_not_shown_again',
} as const satisfies Record<ShownCard, UnverifiedReason>;

export interface TimeFacts {
  /** Whose suspense a rest waits in. */
  readonly provider: string;
  readonly card: ShownCard;
}

/** The move that a passed deadline causes (T6, T9, T10, T17), or null when nothing is due. The state `moderation` only loses its hold, and what a check holds (`compliance_hold`) no clock decides: its end calls people. */
export function reactToTime(order: Order, now: Instant, { provider, card }: TimeFacts): Cause | null {
  if (order.expiresAt === null || now < order.expiresAt) return null;
  const first = order.status === 'requote' ? order.requote?.options[0] : undefined;
  // What was paid for in time is exchanged as agreed and the rest set aside; only where nothing binds it goes back whole
  if (first?.choice === 'as_agreed') return { move: 'accept_requote', by: 'system', now, option: first, provider };
  if (order.status === 'awaiting_verification') return { move: 'expire_verification', by: 'system', now, reason: UNVERIFIED[card] };
  return hasDeadline(order.status) ? { move: AT_DEADLINE[order.status], by: 'system', now } : null;
}

/** After a day under moderation the reserve is given back; a later acceptance promises it anew (T10). */
export const losesHold = (order: Order, now: Instant): boolean =>
  order.status === 'moderation' && order.hold !== null && order.expiresAt !== null && now >= order.expiresAt;
