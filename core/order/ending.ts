import type { Order } from './order.ts';
import { oneOf } from '#core/closed-list.ts';

/** Reasons that the system writes on an order. Any other text was written by a person. */
export const SYSTEM_REASONS = [
  'no_requisites',
  'declined',
  'card_expired',
  'card_someone_elses',
  'card_refused',
  'card_rate_moved',
  'card_not_shown',
  'card_not_checked',
  'card_not_shown_again',
] as const;
export type SystemReason = (typeof SYSTEM_REASONS)[number];

/** Why an order that waited for the customer's card expired. */
export type UnverifiedReason = Extract<SystemReason, 'card_not_shown' | 'card_not_checked' | 'card_not_shown_again'>;

/** The system's reason in a text, which is shown translated; undefined if a person wrote the text. */
export const systemReasonOf = (reason: string): SystemReason | undefined => oneOf(SYSTEM_REASONS, reason);

/** Why an order ended without an exchange. Each has a message on the page, in the e-mail and in the office. */
export const ENDINGS = [
  'unpaid',
  'card_not_shown',
  'card_not_checked',
  'card_not_shown_again',
  'cancelled_by_customer',
  'called_off',
  'no_requisites',
  'card_rate_moved',
  'declined',
  'card_refused',
  'rejected',
] as const;
export type Ending = (typeof ENDINGS)[number];

/** Endings whose message is complete without a reason. */
const SELF_EXPLAINING: readonly Ending[] = [
  'unpaid',
  'card_not_shown',
  'card_not_checked',
  'card_not_shown_again',
  'cancelled_by_customer',
];
/** Whether the message of an ending also shows the reason written on the order. */
export const hasOwnReason = (ending: Ending): boolean => !SELF_EXPLAINING.includes(ending);

/** Why this order ended. Null if it has not ended, or if its money was exchanged or is returned. */
export function endingOf({ status, reason }: Pick<Order, 'status' | 'reason'>): Ending | null {
  const code = reason === null ? undefined : systemReasonOf(reason);
  switch (status) {
    case 'expired':
      return code === 'card_not_shown' || code === 'card_not_checked' || code === 'card_not_shown_again' ? code : 'unpaid';
    case 'cancelled':
      if (code === 'no_requisites' || code === 'card_rate_moved') return code;
      return reason === null ? 'cancelled_by_customer' : 'called_off';
    case 'payment_failed':
      return 'declined';
    case 'rejected':
      return code === 'card_expired' || code === 'card_someone_elses' || code === 'card_refused' ? 'card_refused' : 'rejected';
    default:
      return null;
  }
}
