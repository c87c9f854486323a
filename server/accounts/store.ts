import type { Instant } from '#core/time.ts';
import { AnyRow, col, type Queryable, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

/** Serializes verifications of an address, until the transaction ends. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 200))`);
}

const IdRow = rowType({ id: col.text });

/** The account that verified an address; undefined: none. */
export const findVerifiedOwner = (db: Queryable, email: string): Promise<{ readonly id: string } | undefined> =>
  db.maybe(IdRow, sql`select id from users where lower(email) = lower(${email}) and email_verified_at is not null`);

const EmailRow = rowType({ email: col.text });

export const findUserEmail = (db: Queryable, userId: string): Promise<{ readonly email: string } | undefined> =>
  db.maybe(EmailRow, sql`select email from users where id = ${userId} and disabled_at is null`);

/** Accounts that name an address without having verified it. */
export const listUnverified = (db: Queryable, email: string): Promise<{ readonly id: string }[]> =>
  db.many(IdRow, sql`select id from users where lower(email) = lower(${email}) and email_verified_at is null`);

/** SQL: whether the account with this id is erased. */
export type IsErased = (userId: Sql) => Sql;

/**
 * Up to 100 unverified accounts from before a moment, without a live session. Not listed: accounts with a provider (no password needed),
 * erased accounts (only the row remains) and accounts with a checked card (it names the owner).
 */
export const listAbandoned = (
  db: Queryable,
  { before, now, isErased }: { readonly before: Instant; readonly now: Instant; readonly isErased: IsErased },
): Promise<{ readonly id: string }[]> =>
  db.many(
    IdRow,
    sql`
    select u.id from users u
    where u.email_verified_at is null and u.role = 'customer' and u.password_hash is not null and u.created_at < ${new Date(before)}
      and not exists (select from user_identities i where i.user_id = u.id)
      and not exists (select from card_verifications c where c.user_id = u.id)
      and not ${isErased(sql`u.id`)}
      and not exists (select from sessions s where s.user_id = u.id and s.expires_at > ${new Date(now)})
    order by u.created_at limit 100`,
  );

/** Whether the account is still unverified; locked until the transaction ends. */
export const lockUnverified = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.maybe(IdRow, sql`select id from users where id = ${userId} and email_verified_at is null for update`)) !== undefined;
