import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** How an account was opened, and since when its address is verified. */
export interface AccountOrigin {
  /** Id of a sign-in provider; null: a password. */
  readonly openedWith: string | null;
  readonly verifiedAt: Instant | null;
}

const Row = rowType({ opened_with: col.nullable(col.text), email_verified_at: col.nullable(col.timestamp) });

export async function findAccountOrigin(db: Queryable, userId: string): Promise<AccountOrigin | undefined> {
  const row = await db.maybe(Row, sql`select opened_with, email_verified_at from users where id = ${userId}`);
  return row && { openedWith: row.opened_with, verifiedAt: row.email_verified_at?.getTime() ?? null };
}

export const saveOpenedWith = (tx: Tx, userId: string, provider: string): Promise<number> =>
  tx.run(sql`update users set opened_with = ${provider} where id = ${userId}`);
