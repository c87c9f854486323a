import { type Queryable, sql, type Sql } from '#server/platform/db/db.ts';

/**
 * Destroys the sealed audit details of these subjects (rows of type and id) with their keys; returns their number. Chained rows stay, so
 * the chain remains valid.
 */
export const destroyAuditDetails = async (db: Queryable, subjects: Sql): Promise<number> =>
  await db.run(sql`
    with subjects (type, id) as (${subjects}),
      gone as (delete from audit_words w using subjects s where w.subject_type = s.type and w.subject_id = s.id)
    delete from audit_keys k using subjects s where k.subject_type = s.type and k.subject_id = s.id`);
