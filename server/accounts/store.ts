import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import { AnyRow } from '#server/platform/db/row.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** One proof of an address at a time. Ends with the transaction. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 200))`);
}

const IdRow = z.object({ id: z.string() });

/** Whose the address is proven to be; undefined: nobody's. */
export const findProven = (db: Queryable, email: string): Promise<{ readonly id: string } | undefined> =>
  db.maybe(IdRow, sql`select id from users where lower(email) = lower(${email}) and email_verified_at is not null`);

/** 0: the account is gone, kept out, or proven already. */
export const saveProof = (tx: Tx, userId: string, now: Instant): Promise<number> =>
  tx.run(sql`
    update users set email_verified_at = ${new Date(now)} where id = ${userId} and email_verified_at is null and disabled_at is null`);

/** Another address of an account that has proven one. 0: it is gone or kept out. */
export const saveNewEmail = (tx: Tx, userId: string, email: string): Promise<number> =>
  tx.run(sql`
    update users set email = ${email}, profile_version = profile_version + 1
    where id = ${userId} and email_verified_at is not null and disabled_at is null`);

const EmailRow = z.object({ email: z.string() });

/** The address of an account as it is now. */
export const findUserEmail = (db: Queryable, userId: string): Promise<{ readonly email: string } | undefined> =>
  db.maybe(EmailRow, sql`select email from users where id = ${userId} and disabled_at is null`);

/** Accounts that only said the address was theirs, when it has turned out to be somebody's. */
export const listUnproven = (db: Queryable, email: string): Promise<{ readonly id: string }[]> =>
  db.many(IdRow, sql`select id from users where lower(email) = lower(${email}) and email_verified_at is null`);

/** Nobody enters such an account again; what it ordered goes on. */
export const closeAccount = (tx: Tx, userId: string, now: Instant): Promise<number> =>
  tx.run(sql`update users set disabled_at = ${new Date(now)} where id = ${userId} and email_verified_at is null and disabled_at is null`);

/**
 * Unproven accounts from before a moment that nobody is signed in to. Some at a time. Whoever comes by another house's account needs no
 * password here, of an erased account the row alone stays, and a card that was looked at says whose it is: none of these is forgotten.
 */
export const listForgotten = (
  db: Queryable,
  { before, now }: { readonly before: Instant; readonly now: Instant },
): Promise<{ readonly id: string }[]> =>
  db.many(
    IdRow,
    sql`
    select u.id from users u
    where u.email_verified_at is null and u.role = 'customer' and u.password_hash is not null and u.created_at < ${new Date(before)}
      and not exists (select from user_identities i where i.user_id = u.id)
      and not exists (select from card_verifications c where c.user_id = u.id)
      and not exists (select from erasures e where e.user_id = u.id)
      and not exists (select from sessions s where s.user_id = u.id and s.expires_at > ${new Date(now)})
    order by u.created_at limit 100`,
  );

/** Whether it is still unproven; nobody proves it before the transaction ends. */
export const lockUnproven = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.maybe(IdRow, sql`select id from users where id = ${userId} and email_verified_at is null for update`)) !== undefined;

export const deleteUnproven = (tx: Tx, userId: string): Promise<number> => tx.run(sql`delete from users where id = ${userId}`);
