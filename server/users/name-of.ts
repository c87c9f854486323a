import { sql, type Sql } from '#server/platform/db/db.ts';

/** SQL: the name of the user with this id, or the e-mail address of one without a name; null if there is no such user. */
export const nameOf = (userId: Sql): Sql => sql`(select coalesce(u.full_name, u.email) from users u where u.id = ${userId})`;

/** SQL: the e-mail address of the user with this id; null if there is no such user. */
export const emailOf = (userId: Sql): Sql => sql`(select u.email from users u where u.id = ${userId})`;
