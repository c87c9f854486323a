import type { OrderStatus } from '#core/order/status.ts';
import { DAY_MS } from '#core/time.ts';

/**
 * States of a payout attempt. `queued`: not begun. `claimed`, `accepted`, `unknown`: the machine may act. `by_hand`: a person has taken it.
 * `executed`, `failed`: final.
 */
export const PAYOUT_STATES = ['queued', 'claimed', 'accepted', 'unknown', 'by_hand', 'executed', 'failed'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Rail of payouts that people make by hand. */
export const BY_HAND_RAIL = 'operator';

/** Reason of a payout that the rail has, but has not started: payouts are paused. It starts after the pause. */
export const PAYOUTS_PAUSED = 'payouts_paused';

/** What an attempt pays (domain 5): the ordered amount, a refund of everything credited, or the surplus beyond the order. */
export const PAYOUT_PURPOSES = ['payout', 'refund', 'surplus'] as const;
export type PayoutPurpose = (typeof PAYOUT_PURPOSES)[number];

/** Whose money an attempt pays. */
export const SUBJECT_KINDS = ['order', 'withdrawal'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
}

/** An order as the subject of a payout. */
export const orderSubject = (id: string): Subject => ({ kind: 'order', id });

/** Actions of an operator on an attempt: `end` it with evidence, `give_back` to the machine, `reveal` the destination. */
export const PAYOUT_ACTIONS = ['end', 'give_back', 'reveal'] as const;
export type PayoutAction = (typeof PAYOUT_ACTIONS)[number];

/**
 * Actions of one attempt for one operator. `isHolder`: the operator has taken it. Others may only propose its end, so that no payout waits
 * for an absent person.
 */
export function payoutActions(state: PayoutState, isHolder: boolean): PayoutAction[] {
  if (state === 'unknown') return ['end'];
  if (state !== 'by_hand') return [];
  return isHolder ? ['end', 'give_back', 'reveal'] : ['end'];
}

interface Attempt {
  readonly purpose: PayoutPurpose;
  readonly state: PayoutState;
}

/** Whether a payout or refund attempt has not failed. No other attempt may begin then. */
const hasUnfailed = (attempts: readonly Attempt[]): boolean =>
  attempts.some(({ purpose, state }) => purpose !== 'surplus' && state !== 'failed');

/** Payouts that a person may take over from the machine (domain 5). No attempt may still execute them. */
export function takeablePayouts(status: OrderStatus, attempts: readonly Attempt[]): PayoutPurpose[] {
  const surplus: PayoutPurpose[] = attempts.some(({ purpose, state }) => purpose === 'surplus' && state === 'queued') ? ['surplus'] : [];
  if (hasUnfailed(attempts)) return surplus;
  if (status === 'payout_pending' || status === 'payout_failed') return ['payout', ...surplus];
  return status === 'refund_pending' ? ['refund', ...surplus] : surplus;
}

/** Whether a refund whose attempts have all failed may be retried at once. */
export const mayRetryRefund = (status: OrderStatus, attempts: readonly Attempt[]): boolean =>
  status === 'refund_pending' && !hasUnfailed(attempts) && attempts.some(({ purpose }) => purpose === 'refund');

/** Whether the destination may be corrected (domain 5). It may if the payout failed and no attempt is active. */
export const mayCorrectDestination = (status: OrderStatus, attempts: readonly Attempt[]): boolean =>
  status === 'payout_failed' && !hasUnfailed(attempts);

/** How long the e-mailed link works by which a customer enters another destination. */
export const DESTINATION_LINK_MS = 3 * DAY_MS;

/** Whether a refund destination may be set. It may if money is to be returned and no active attempt could use the old destination. */
export const maySetRefundDestination = (status: OrderStatus, attempts: readonly Attempt[]): boolean =>
  (status === 'refund_pending' && !hasUnfailed(attempts)) ||
  (attempts.some(({ purpose, state }) => purpose === 'surplus' && state === 'queued') && status !== 'refund_pending');
