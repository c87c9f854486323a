import { AnyRow, type Queryable, sql, type Tx } from '#server/platform/db/db.ts';

/** Whether this account has ever created a partner API key. */
export const isPartner = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select user_id from partners where user_id::text = ${id}`)) !== undefined;

/** Whether any active sandbox key exists. */
export const hasSandboxKeys = async (db: Queryable): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select id from partner_keys where mode = 'sandbox' and revoked_at is null limit 1`)) !== undefined;

export const addPartner = (tx: Tx, userId: string, now: Date): Promise<number> =>
  tx.run(sql`insert into partners (user_id, created_at) values (${userId}, ${now}) on conflict do nothing`);

/** Inserts a partner and a sandbox key without a usable secret, for rows that refer to them. Existing rows stay. */
export async function insertNamelessKey(
  tx: Tx,
  { id, userId, at }: { readonly id: string; readonly userId: string; readonly at: Date },
): Promise<void> {
  await addPartner(tx, userId, at);
  await tx.run(sql`
    insert into partner_keys (id, user_id, name, mode, scopes, networks, secret_sealed, secret_since, created_at)
    values (${id}, ${userId}, '', 'sandbox', '{}', '{}', '', ${at}, ${at}) on conflict do nothing`);
}
