import { MAX_CHEQUE_BYTES } from '#core/cheque.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { isPlainPdf, isTruncatedPdf } from '#server/cheques/plain-pdf.ts';
import type { Deps, MoveDeps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { lockById } from '#server/orders/find-order.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { CLEAN_PICTURE_TYPE, cleanPicture } from '#server/platform/images/clean-picture.ts';
import { pictureKindOf } from '#server/platform/images/picture-kind.ts';
import { findTask, saveProof, saveProofShown, type TaskRow } from './store.ts';

export interface KeptProof {
  readonly key: string;
  readonly size: number;
}

type ProofRefusal = 'not_found' | 'order_state_conflict';

/** What may be kept of what was sent: a PDF as it came (by the rules of a cheque), a picture only as we have drawn it anew. */
async function fitProof(bytes: Buffer): Promise<Result<{ readonly ending: 'pdf' | 'jpg'; readonly bytes: Buffer }, 'invalid_file_type'>> {
  if (isPlainPdf(bytes)) return accept({ ending: 'pdf', bytes });
  const picture = await cleanPicture(bytes);
  if (picture) return accept({ ending: 'jpg', bytes: picture });
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  if (isTruncatedPdf(bytes)) return refuse({ code: 'invalid_file_type', field: 'proof', message: 'pdf_truncated' });
  const message = isPdf ? 'cheque_active' : pictureKindOf(bytes) === undefined ? 'proof_type' : 'proof_picture';
  return refuse({ code: 'invalid_file_type', field: 'proof', message });
}

/** Folder of the papers of one day: what was kept and never written into a row is found again by its day. */
export const proofFolder = (at: Instant): string => `payout-proofs/${new Date(at).toISOString().slice(0, 10)}`;

/** Keeps a paper of the bank under a name of ours; before the transaction that writes its row. */
export async function keepProof(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'files'>,
  { reference, operatorId, bytes }: { readonly reference: string; readonly operatorId: string; readonly bytes: Buffer },
): Promise<Result<KeptProof, ProofRefusal | 'invalid_file_type' | 'file_too_large'>> {
  const task = await findTask(deps.db, reference);
  if (!task) return refuse({ code: 'not_found' });
  if (task.taken_by !== operatorId || task.proof_key !== null) return refuse({ code: 'order_state_conflict' });
  if (bytes.length > MAX_CHEQUE_BYTES) return refuse({ code: 'file_too_large', field: 'proof', params: { max: 5 } });
  const fit = await fitProof(bytes);
  if (!fit.ok) return fit;
  const key = `${proofFolder(deps.clock.now())}/${deps.random.uuid()}.${fit.value.ending}`;
  await deps.files.put(key, fit.value.bytes);
  return accept({ key, size: fit.value.bytes.length });
}

/** The file of a proof with the type it was kept as; undefined where there is none. */
export async function readProof(
  deps: Pick<Deps, 'files'>,
  task: Pick<TaskRow, 'proof_key' | 'reference'>,
): Promise<
  { readonly bytes: Buffer; readonly mediaType: string; readonly fileName: string; readonly disposition: 'attachment' } | undefined
> {
  const { proof_key: key, reference } = task;
  const bytes = key === null ? undefined : await deps.files.get(key);
  if (key === null || !bytes) return undefined;
  const [mediaType, ending] = key.endsWith('.pdf') ? ['application/pdf', 'pdf'] : [CLEAN_PICTURE_TYPE, 'jpg'];
  return { bytes, mediaType, fileName: `payout-${reference}.${ending}`, disposition: 'attachment' };
}

/** Writes down what an operator did with the paper of a payout, or that he has looked at it. */
export async function noteProof(
  deps: Pick<Deps, 'random' | 'secrets'>,
  tx: Tx,
  deed: { readonly task: TaskRow; readonly action: 'proof' | 'view_proof' | 'show_proof' | 'hide_proof'; readonly operatorId: string },
  detail: object = {},
): Promise<void> {
  const { task, action, operatorId } = deed;
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: `payout_task.${action}`,
    subjectType: task.is_of_order ? 'order' : 'withdrawal',
    subjectId: task.subject_id,
    detail: { payout_id: task.reference, ...detail },
  });
}

/** Writes the row of what was kept, once. */
export async function addProof(
  deps: MoveDeps,
  tx: Tx,
  added: { readonly reference: string; readonly operatorId: string; readonly proof: KeptProof; readonly isShown: boolean },
): Promise<Result<null, ProofRefusal>> {
  const { reference, operatorId, proof, isShown } = added;
  const task = await findTask(tx, reference);
  if (!task) return refuse({ code: 'not_found' });
  // Whoever withdraws a payout locks its order first as well
  if (task.is_of_order) await lockById(tx, task.subject_id);
  if (!(await saveProof(tx, reference, { by: operatorId, ...proof }))) return refuse({ code: 'order_state_conflict' });
  await noteProof(deps, tx, { task, action: 'proof', operatorId }, { size: proof.size });
  return isShown ? await showProof(deps, tx, { reference, operatorId, isShown }) : accept(null);
}

/** Lets the customer of an order have the paper, or takes that back; his open page knows it at once. */
export async function showProof(
  deps: MoveDeps,
  tx: Tx,
  { reference, operatorId, isShown }: { readonly reference: string; readonly operatorId: string; readonly isShown: boolean },
): Promise<Result<null, ProofRefusal>> {
  const task = await findTask(tx, reference);
  if (!task) return refuse({ code: 'not_found' });
  // A withdrawal has no page that could show it
  const order = task.is_of_order ? await lockById(tx, task.subject_id) : undefined;
  if (!order || task.proof_key === null) return refuse({ code: 'order_state_conflict' });
  if (!(await saveProofShown(tx, reference, isShown))) return accept(null);
  await noteProof(deps, tx, { task, action: isShown ? 'show_proof' : 'hide_proof', operatorId });
  const by = { actorId: operatorId };
  await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'operator' }, by });
  return accept(null);
}
