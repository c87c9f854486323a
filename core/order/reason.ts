/** Reasons the system itself writes on an order; any other text is a person's own words. */
export const SYSTEM_REASONS = [
  'no_requisites',
  'declined',
  'card_expired',
  'card_someone_elses',
  'card_refused',
  'card_rate_moved',
] as const;
export type SystemReason = (typeof SYSTEM_REASONS)[number];

/** The system's reason in a text, if it is one: shown in the reader's language, never as a code. */
export const systemReasonOf = (reason: string): SystemReason | undefined => SYSTEM_REASONS.find((one) => one === reason);
