import { type Instant, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Cause } from './cause.ts';
import type { MoveName } from './lifecycle.ts';
import type { Order } from './order.ts';
import type { UnverifiedReason } from './ending.ts';
import type { OrderStatus } from './status.ts';
import { QUOTE_DISPLAY_MS } from './quote.ts';

/** The longest times of an order in its states (domain 5, "Deadlines"), ms. The payment window is a setting of the direction. */
export const REQUISITES_WINDOW_MS = 10 * MINUTE_MS;
export const VERIFICATION_WINDOW_MS = 15 * MINUTE_MS;
export const CLAIM_WINDOW_MS = 60 * MINUTE_MS;
export const MODERATION_HOLD_MS = 24 * HOUR_MS;
/** Time for a decision about money held by a check. The customer is promised this time; an alarm is raised when it passes. */
export const COMPLIANCE_DECISION_MS = 72 * HOUR_MS;
export const REQUOTE_CHOICE_MS = 72 * HOUR_MS;
/** How long an amount at the current rate binds us, like any quote (domain 5, "a fresh 30 s quote"). */
export const REQUOTE_OFFER_MS = QUOTE_DISPLAY_MS;

/** The move when the time of a state ends. States without an entry have no such move. */
const MOVE_AT_DEADLINE = {
  awaiting_requisites: 'fail_requisites',
  awaiting_payment: 'expire',
  payment_claimed: 'moderate_claim',
  requote: 'refuse_requote',
} as const satisfies Partial<Record<OrderStatus, MoveName>>;

const hasDeadline = (status: OrderStatus): status is keyof typeof MOVE_AT_DEADLINE => Object.hasOwn(MOVE_AT_DEADLINE, status);

/** The photos of the card that an order waits for: none, one without a decision, or a refused one. */
export type CardPhotoState = 'none' | 'undecided' | 'refused';

const UNVERIFIED_REASONS = {
  none: 'card_not_shown',
  undecided: 'card_not_checked',
  refused: 'card_not_shown_again',
} as const satisfies Record<CardPhotoState, UnverifiedReason>;

export interface TimeFacts {
  /** The provider whose suspense account takes a surplus. */
  readonly provider: string;
  readonly card: CardPhotoState;
}

/**
 * The move that a passed deadline causes (T6, T9, T10, T17); null if nothing is due. A deadline of `moderation` or `compliance_hold` causes
 * none.
 */
export function moveAtDeadline(order: Order, now: Instant, { provider, card }: TimeFacts): Cause | null {
  if (order.expiresAt === null || now < order.expiresAt) return null;
  const firstOption = order.status === 'requote' ? order.requote?.options[0] : undefined;
  // If the first option is the agreement itself, it is exchanged and the surplus set aside; otherwise all money is refunded
  if (firstOption?.choice === 'as_agreed') return { move: 'accept_requote', by: 'system', now, option: firstOption, provider };
  if (order.status === 'awaiting_verification') return { move: 'expire_verification', by: 'system', now, reason: UNVERIFIED_REASONS[card] };
  return hasDeadline(order.status) ? { move: MOVE_AT_DEADLINE[order.status], by: 'system', now } : null;
}

/** Whether an order has been in moderation for so long that its reserve is released (T10). Accepting it later reserves again. */
export const shouldReleaseHold = (order: Order, now: Instant): boolean =>
  order.status === 'moderation' && order.hold !== null && order.expiresAt !== null && now >= order.expiresAt;
