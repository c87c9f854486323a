/** Which rule a limit comes from: a payment system's own, the direction's, the chosen slot's, what fees leave, what the reserve can serve, what the requisites that are free now take (domain 3). */
export const MIN_REASONS = ['payment_system', 'direction', 'slot', 'fees', 'requisites'] as const;
export const MAX_REASONS = ['payment_system', 'direction', 'slot', 'reserve', 'requisites'] as const;
export type MinReason = (typeof MIN_REASONS)[number];
export type MaxReason = (typeof MAX_REASONS)[number];
