/**
 * The rule that sets a limit (domain 3): a payment system, the direction, the chosen slot, the fees, the reserve, or the free requisites.
 */
export const MIN_REASONS = ['payment_system', 'direction', 'slot', 'fees', 'requisites'] as const;
export const MAX_REASONS = ['payment_system', 'direction', 'slot', 'reserve', 'requisites'] as const;
export type MinReason = (typeof MIN_REASONS)[number];
export type MaxReason = (typeof MAX_REASONS)[number];
