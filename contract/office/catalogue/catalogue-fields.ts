import * as z from 'zod/mini';

/** A code of a payment system, currency or rail. */
export const code = z.string().check(z.maxLength(64));
export const searchText = z.optional(z.string().check(z.maxLength(100)));
export const yesNo = z.optional(z.enum(['yes', 'no']));
/** A stored record: members of its type in `core`, money as text in minor units (`PaymentSystemDocument`, `DirectionDocument`). */
export const document = z.record(z.string(), z.unknown());
