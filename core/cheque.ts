/** The largest cheque that is taken, in bytes (spec 5: a PDF of at most 5 Mb). */
export const MAX_CHEQUE_BYTES = 5 * 1024 * 1024;
