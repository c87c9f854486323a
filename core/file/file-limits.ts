/** JPEG, PNG, WebP or HEIC up to 10 MB (domain 7). */
export const MAX_CARD_PICTURE_BYTES = 10 * 1024 * 1024;
/** The file of a business request. */
export const MAX_BUSINESS_FILE_BYTES = 5 * 1024 * 1024;
/** A bank statement. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024;
/** A catalogue import: its characters are counted after it is read. */
export const MAX_CATALOGUE_FILE_BYTES = 12 * 1024 * 1024;
