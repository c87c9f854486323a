import sql from 'sql-template-tag';
import type { AuditDeed } from '#core/audit-text.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** The row waits to be chained by the database's own hand (`queue_audit`). */
export const insertAudit = (tx: Tx, row: AuditDeed & { readonly mark: string }): Promise<number> =>
  tx.run(sql`
    insert into audit_log (id, actor_id, action, subject_type, subject_id, detail, mark)
    values (${row.id}, ${row.actorId}, ${row.action}, ${row.subjectType}, ${row.subjectId}, ${JSON.stringify(row.detail)}::jsonb, ${row.mark})`);
