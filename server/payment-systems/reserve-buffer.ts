import { sql, type Sql } from '#server/platform/db/db.ts';

/** SQL: amount in minor units that a payment system's reserve always keeps. */
export const reserveBufferOf = (code: string): Sql => sql`(select p.reserve_buffer from payment_systems p where p.code = ${code})`;
