import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#server/platform/db/db.ts';

/**
 * Destroys what staff have written in the audit log about these subjects (rows of type and id; also a deletion that returns them): the
 * words and the key that opens them. The chained rows stay, so the chain is verified as before. Gives how many subjects had words.
 */
export const forgetWords = async (db: Queryable, subjects: Sql): Promise<number> =>
  await db.run(sql`
    with subjects (type, id) as (${subjects}),
      gone as (delete from audit_words w using subjects s where w.subject_type = s.type and w.subject_id = s.id)
    delete from audit_keys k using subjects s where k.subject_type = s.type and k.subject_id = s.id`);
