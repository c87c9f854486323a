import type { OperatorRole } from '#core/access/access.ts';
import type { Instant } from '#core/time.ts';
import { type Queryable, sql, type Tx } from '#server/platform/db/db.ts';

/* Single changes of a user row. Each returns the number of rows changed: 0 where the condition did not hold. */

/** 0: the user does not exist, is disabled, or verified already. */
export const setEmailVerified = (tx: Tx, userId: string, now: Instant): Promise<number> =>
  tx.run(sql`
    update users set email_verified_at = ${new Date(now)} where id = ${userId} and email_verified_at is null and disabled_at is null`);

/** Replaces the address of a verified user. 0: it does not exist or is disabled. */
export const saveNewEmail = (tx: Tx, userId: string, email: string): Promise<number> =>
  tx.run(sql`
    update users set email = ${email}, profile_version = profile_version + 1
    where id = ${userId} and email_verified_at is not null and disabled_at is null`);

/** Disables an unverified user; its orders continue. */
export const disableUnverified = (tx: Tx, userId: string, now: Instant): Promise<number> =>
  tx.run(sql`update users set disabled_at = ${new Date(now)} where id = ${userId} and email_verified_at is null and disabled_at is null`);

export const deleteUnverified = (tx: Tx, userId: string): Promise<number> => tx.run(sql`delete from users where id = ${userId}`);

export const saveRole = (tx: Tx, id: string, role: OperatorRole): Promise<number> =>
  tx.run(sql`update users set role = ${role} where id::text = ${id} and role <> 'customer'`);

/** `at` null: enables. */
export const saveDisabled = (tx: Tx, id: string, at: Instant | null): Promise<number> =>
  tx.run(sql`
    update users set disabled_at = ${at === null ? null : new Date(at)}
    where id::text = ${id} and (disabled_at is null) = ${at !== null}`);

/** Whether the user has a second factor; the moment of the first one stays. */
export const saveHasFactor = (
  db: Queryable,
  userId: string,
  { has, now }: { readonly has: boolean; readonly now: Instant },
): Promise<number> =>
  db.run(sql`
    update users set second_factor_since = case when ${has} then coalesce(second_factor_since, ${new Date(now)}) end where id = ${userId}`);
