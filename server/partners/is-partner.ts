import sql from 'sql-template-tag';
import type { Queryable } from '#server/platform/db/db.ts';
import { AnyRow } from '#server/platform/db/row.ts';

/** Whether this account has ever made a key of the partner API. */
export const isPartner = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select user_id from partners where user_id::text = ${id}`)) !== undefined;
