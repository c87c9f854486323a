import type { OrderStatus } from './order/status.ts';
import { DAY_MS } from './time.ts';

/**
 * One attempt to pay money out. `queued`: decided, not begun; `claimed`, `accepted`, `unknown`: the machine's, it may still act;
 * `by_hand`: a person's, the machine leaves it alone; `executed`, `failed`: final.
 */
export const PAYOUT_STATES = ['queued', 'claimed', 'accepted', 'unknown', 'by_hand', 'executed', 'failed'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** The rail of what people pay by hand. */
export const BY_HAND_RAIL = 'operator';

/** `payout`: what was ordered; `refund`: all that was credited; `surplus`: what came beyond the order (domain 5). */
export const PAYOUT_PURPOSES = ['payout', 'refund', 'surplus'] as const;
export type PayoutPurpose = (typeof PAYOUT_PURPOSES)[number];

/** Whose money an attempt pays: each kind is a noun of its own. */
export type SubjectKind = 'order' | 'withdrawal';
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
}

/** An order as what the machine pays for. */
export const orderSubject = (id: string): Subject => ({ kind: 'order', id });

/** What an operator may do with an attempt: `end` it either way with evidence, `give_back` to the machine, `reveal` where to pay it. */
export const PAYOUT_ACTIONS = ['end', 'give_back', 'reveal'] as const;
export type PayoutAction = (typeof PAYOUT_ACTIONS)[number];

/**
 * The actions of one attempt for one operator; `isHis`: he has it in hand. Somebody else may only propose its end, so that
 * no payout waits for ever for a person who has gone home.
 */
export function payoutActions(state: PayoutState, isHis: boolean): PayoutAction[] {
  if (state === 'unknown') return ['end'];
  if (state !== 'by_hand') return [];
  return isHis ? ['end', 'give_back', 'reveal'] : ['end'];
}

interface Attempt {
  readonly purpose: PayoutPurpose;
  readonly state: PayoutState;
}

/** Whether an attempt to pay out or refund is not failed: while there is one, no other begins. */
const hasLive = (attempts: readonly Attempt[]): boolean =>
  attempts.some(({ purpose, state }) => purpose !== 'surplus' && state !== 'failed');

/** What a person may take from the machine to pay by hand (domain 5): only what no attempt may still execute. */
export function takeablePayouts(status: OrderStatus, attempts: readonly Attempt[]): PayoutPurpose[] {
  const surplus: PayoutPurpose[] = attempts.some(({ purpose, state }) => purpose === 'surplus' && state === 'queued') ? ['surplus'] : [];
  if (hasLive(attempts)) return surplus;
  if (status === 'payout_pending' || status === 'payout_failed') return ['payout', ...surplus];
  return status === 'refund_pending' ? ['refund', ...surplus] : surplus;
}

/** A refund whose attempts have all failed may be tried again at once. */
export const mayRetryRefund = (status: OrderStatus, attempts: readonly Attempt[]): boolean =>
  status === 'refund_pending' && !hasLive(attempts) && attempts.some(({ purpose }) => purpose === 'refund');

/** A payout has failed and nothing can be under way: where it goes may be corrected (domain 5). */
export const mayCorrectDestination = (status: OrderStatus, attempts: readonly Attempt[]): boolean =>
  status === 'payout_failed' && !hasLive(attempts);

/** How long the link in a letter works by which a customer names another destination. */
export const DESTINATION_LINK_MS = 3 * DAY_MS;

/** Money is to go back and no attempt is under way that could send it to the old destination. */
export const maySetRefundDestination = (status: OrderStatus, attempts: readonly Attempt[]): boolean =>
  (status === 'refund_pending' && !hasLive(attempts)) ||
  (attempts.some(({ purpose, state }) => purpose === 'surplus' && state === 'queued') && status !== 'refund_pending');
