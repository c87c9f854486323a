import { sql, type Sql } from '#server/platform/db/db.ts';

/** SQL: whether the account with this id is erased. */
export const isErased = (userId: Sql): Sql => sql`exists (select from erasures e where e.user_id = ${userId})`;
