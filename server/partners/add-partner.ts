import { sql, type Tx } from '#server/platform/db/db.ts';

export const addPartner = (tx: Tx, userId: string, now: Date): Promise<number> =>
  tx.run(sql`insert into partners (user_id, created_at) values (${userId}, ${now}) on conflict do nothing`);

/** A partner and a sandbox key that others refer to, without a usable secret; existing rows stay. */
export async function insertNamelessKey(
  tx: Tx,
  { id, userId, at }: { readonly id: string; readonly userId: string; readonly at: Date },
): Promise<void> {
  await addPartner(tx, userId, at);
  await tx.run(sql`
    insert into partner_keys (id, user_id, name, mode, scopes, networks, secret_sealed, secret_since, created_at)
    values (${id}, ${userId}, '', 'sandbox', '{}', '{}', '', ${at}, ${at}) on conflict do nothing`);
}
