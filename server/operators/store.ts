import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { AuditDeed } from '#core/audit-text.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** The row waits to be chained by the database's own hand (`queue_audit`). */
export const insertAudit = (tx: Tx, row: AuditDeed & { readonly mark: string }): Promise<number> =>
  tx.run(sql`
    insert into audit_log (id, actor_id, action, subject_type, subject_id, detail, mark)
    values (${row.id}, ${row.actorId}, ${row.action}, ${row.subjectType}, ${row.subjectId}, ${JSON.stringify(row.detail)}::jsonb, ${row.mark})`);

interface Subject {
  readonly subjectType: string;
  readonly subjectId: string;
}

const KeyRow = z.object({ key_sealed: z.instanceof(Buffer) });

/** The sealed key of a subject's words: the one it has, else this one. */
export async function takeKey(tx: Tx, { subjectType, subjectId }: Subject, made: Buffer): Promise<Buffer> {
  const row = await tx.one(
    KeyRow,
    sql`
    insert into audit_keys (subject_type, subject_id, key_sealed) values (${subjectType}, ${subjectId}, ${made})
    on conflict (subject_type, subject_id) do update set key_sealed = audit_keys.key_sealed returning key_sealed`,
  );
  return row.key_sealed;
}

export const insertWords = (tx: Tx, of: Subject & { readonly auditId: string; readonly words: Buffer }): Promise<number> =>
  tx.run(sql`
    insert into audit_words (audit_id, subject_type, subject_id, words) values (${of.auditId}, ${of.subjectType}, ${of.subjectId}, ${of.words})`);
