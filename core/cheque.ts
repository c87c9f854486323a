/** The largest cheque that is taken, in bytes (spec 5: a PDF of at most 5 Mb). */
export const MAX_CHEQUE_BYTES = 5 * 1024 * 1024;

/** What the paper of a payout is kept and given as (domain 5, "By hand"): a bank's PDF, or a picture that was drawn anew. */
export const PROOF_TYPES = ['application/pdf', 'image/jpeg'] as const;
