import type { AuditAction } from '#core/staff/audit-action.ts';
import { type AuditRecord, auditText } from '#core/staff/audit-text.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertAudit, type KeySubject, sealSensitiveDetail } from './sealed-detail.ts';

/** One entry; its action is one of a closed list. */
type AuditEntry = Omit<AuditRecord, 'id' | 'action'> & { readonly action: AuditAction; readonly keySubject?: KeySubject };

/** Purpose of the signature of rows. A row that this service did not insert has none. */
export const AUDIT_MARK = 'audit row';

/** Records an operator's action in the append-only audit log (domain 9), signed, in the transaction of the action. */
export async function recordAudit(deps: Pick<Deps, 'random' | 'secrets'>, tx: Tx, { keySubject, ...entry }: AuditEntry): Promise<void> {
  const record = { id: deps.random.uuid(), ...entry };
  const row = { ...record, detail: await sealSensitiveDetail(deps, tx, record, keySubject) };
  await insertAudit(tx, { ...row, mark: deps.secrets.sign(AUDIT_MARK, auditText(row)) });
}
