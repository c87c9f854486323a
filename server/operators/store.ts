import type { AuditRecord } from '#core/staff/audit-text.ts';
import { col, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** A database trigger (`queue_audit`) queues the row for the hash chain. */
export const insertAudit = (tx: Tx, row: AuditRecord & { readonly mark: string }): Promise<number> =>
  tx.run(sql`
    insert into audit_log (id, actor_id, action, subject_type, subject_id, detail, mark)
    values (${row.id}, ${row.actorId}, ${row.action}, ${row.subjectType}, ${row.subjectId}, ${JSON.stringify(row.detail)}::jsonb,
      ${row.mark})`);

interface Subject {
  readonly subjectType: string;
  readonly subjectId: string;
}

const KeyRow = rowType({ key_sealed: col.bytes });

/** Returns the subject's existing encrypted key, or stores this one. */
export async function findOrCreateKey(tx: Tx, { subjectType, subjectId }: Subject, sealedKey: Buffer): Promise<Buffer> {
  const row = await tx.one(
    KeyRow,
    sql`
    insert into audit_keys (subject_type, subject_id, key_sealed) values (${subjectType}, ${subjectId}, ${sealedKey})
    on conflict (subject_type, subject_id) do update set key_sealed = audit_keys.key_sealed returning key_sealed`,
  );
  return row.key_sealed;
}

export const insertSealedDetail = (tx: Tx, input: Subject & { readonly auditId: string; readonly words: Buffer }): Promise<number> =>
  tx.run(sql`
    insert into audit_words (audit_id, subject_type, subject_id, words)
      values (${input.auditId}, ${input.subjectType}, ${input.subjectId}, ${input.words})`);
