import sql from 'sql-template-tag';
import type { Tx } from '#server/platform/db/db.ts';

export interface AuditRow {
  readonly id: string;
  readonly actorId: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export const insertAudit = (tx: Tx, row: AuditRow): Promise<number> =>
  tx.run(sql`
    insert into audit_log (id, actor_id, action, subject_type, subject_id, detail)
    values (${row.id}, ${row.actorId}, ${row.action}, ${row.subjectType}, ${row.subjectId}, ${JSON.stringify(row.detail)}::jsonb)`);
