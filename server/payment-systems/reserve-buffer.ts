import sql, { type Sql } from 'sql-template-tag';

/** SQL: amount in minor units that a payment system's reserve always keeps. */
export const reserveBufferOf = (code: string): Sql => sql`(select p.reserve_buffer from payment_systems p where p.code = ${code})`;
