import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertAudit, type AuditRow } from './store.ts';

/** Writes down what an operator did, in the transaction of the deed (domain 9: append-only audit log). */
export async function recordAudit(deps: Pick<Deps, 'random'>, tx: Tx, deed: Omit<AuditRow, 'id'>): Promise<void> {
  await insertAudit(tx, { id: deps.random.uuid(), ...deed });
}
