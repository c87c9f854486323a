import type { AuditAction } from '#core/audit-action.ts';
import { type AuditDeed, auditText } from '#core/audit-text.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { keepWordsApart, type WordsOf } from './audit-words.ts';
import { insertAudit } from './store.ts';

/** What is written down, under one of the names that the log's readers know. */
type WrittenDeed = Omit<AuditDeed, 'id' | 'action'> & { readonly action: AuditAction; readonly wordsOf?: WordsOf };

/** What a row's mark is made for: a row that something else than the shop has written has none. */
export const AUDIT_MARK = 'audit row';

/** Writes down what an operator did, in the transaction of the deed (domain 9: append-only audit log), with the shop's mark. */
export async function recordAudit(deps: Pick<Deps, 'random' | 'secrets'>, tx: Tx, { wordsOf, ...deed }: WrittenDeed): Promise<void> {
  const written = { id: deps.random.uuid(), ...deed };
  const row = { ...written, detail: await keepWordsApart(deps, tx, written, wordsOf) };
  await insertAudit(tx, { ...row, mark: deps.secrets.sign(AUDIT_MARK, auditText(row)) });
}
