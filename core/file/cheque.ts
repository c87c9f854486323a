/** The largest cheque that is taken, in bytes (spec 5: a PDF of at most 5 Mb). */
export const MAX_CHEQUE_BYTES = 5 * 1024 * 1024;

/** Types in which a proof of a payout is stored and served (domain 5, "By hand"): a bank's PDF, or a re-encoded picture. */
export const PROOF_TYPES = ['application/pdf', 'image/jpeg'] as const;
