import { oneOf } from '#core/closed-list.ts';
/** Reasons that the system writes on an order; any other text is written by a person. */
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

/** The system's reason in a text, if it is one: shown translated, never as a code. */
export const systemReasonOf = (reason: string): SystemReason | undefined => oneOf(SYSTEM_REASONS, reason);
