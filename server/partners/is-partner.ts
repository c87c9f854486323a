import { AnyRow, type Queryable, sql } from '#server/platform/db/db.ts';

/** Whether this account has ever created a partner API key. */
export const isPartner = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select user_id from partners where user_id::text = ${id}`)) !== undefined;

/** Whether any active sandbox key exists. */
export const hasSandboxKeys = async (db: Queryable): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select id from partner_keys where mode = 'sandbox' and revoked_at is null limit 1`)) !== undefined;
