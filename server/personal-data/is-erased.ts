import sql, { type Sql } from 'sql-template-tag';

/** SQL: whether the account with this id is erased. */
export const isErased = (userId: Sql): Sql => sql`exists (select from erasures e where e.user_id = ${userId})`;
