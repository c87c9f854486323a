import { MAX_CHEQUE_BYTES } from '#core/cheque.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { isPlainPdf } from '#server/cheques/plain-pdf.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findTask, saveProof } from './store.ts';

export interface KeptProof {
  readonly key: string;
  readonly size: number;
}

/** Keeps a PDF of the bank under a name of ours, by the same rules as a customer's cheque; before the transaction that writes its row. */
export async function keepProof(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'files'>,
  { reference, operatorId, bytes }: { readonly reference: string; readonly operatorId: string; readonly bytes: Buffer },
): Promise<Result<KeptProof, 'not_found' | 'order_state_conflict' | 'invalid_file_type' | 'file_too_large'>> {
  const task = await findTask(deps.db, reference);
  if (!task) return refuse({ code: 'not_found' });
  if (task.taken_by !== operatorId || task.proof_key !== null) return refuse({ code: 'order_state_conflict' });
  if (bytes.length > MAX_CHEQUE_BYTES) return refuse({ code: 'file_too_large', field: 'proof', params: { max: 5 } });
  if (!isPlainPdf(bytes)) {
    const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
    return refuse({ code: 'invalid_file_type', field: 'proof', message: isPdf ? 'cheque_active' : 'cheque_pdf' });
  }
  const key = `payout-proofs/${new Date(deps.clock.now()).toISOString().slice(0, 10)}/${deps.random.uuid()}.pdf`;
  await deps.files.put(key, bytes);
  return accept({ key, size: bytes.length });
}

/** Writes the row of what was kept, once. */
export async function addProof(
  deps: Pick<Deps, 'random' | 'secrets'>,
  tx: Tx,
  { reference, operatorId, proof }: { readonly reference: string; readonly operatorId: string; readonly proof: KeptProof },
): Promise<Result<null, 'not_found' | 'order_state_conflict'>> {
  const task = await findTask(tx, reference);
  if (!task) return refuse({ code: 'not_found' });
  if (!(await saveProof(tx, reference, { by: operatorId, ...proof }))) return refuse({ code: 'order_state_conflict' });
  const detail = { payout_id: reference, size: proof.size };
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'payout_task.proof',
    subjectType: 'order',
    subjectId: task.subject_id,
    detail,
  });
  return accept(null);
}
